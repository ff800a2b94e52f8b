#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "app/analysis/graphs/svg.hpp"
#include "app/analysis/reading.hpp"
#include "app/analysis/tables/cross.hpp"
#include "app/bench/data.hpp"
#include "kernels/registry.hpp"
#include "kernels/suites.hpp"
#include "tests/json.hpp"

/// Reports of measurements that were made up, so that they can be checked without a GPU.
namespace heteroscope {
namespace {

const Suite& crossed_suite() {
  return **std::ranges::find(suites(), std::string_view("triangle"), &Suite::id);
}

/// Two runs that take `ms` minus and plus a tenth of it.
BenchRow row_of(std::string_view variant, int n, BlockShape block, double ms) {
  const Workload& workload = find_workload(catalog(), "triangle");
  BenchRow row;
  row.what.scene = std::to_string(n);
  row.what.variant = variant;
  row.what.settings = default_settings(workload);
  row.what.settings.problem.parameters["n"] = n;
  row.what.settings.problem.precision = Precision::fp32;
  row.what.settings.execution.processor = workload.stages.front().find(variant)->processor;
  row.what.settings.execution.block = block;
  row.size = {n, n};
  row.block = block;
  row.threads = row.what.settings.execution.processor == Processor::cpu ? 4 : 0;
  row.ms = statistics(std::vector{0.9 * ms, 1.1 * ms});
  row.work = {.operations = 1, .unit = "cells", .fma_per_operation = 12, .bytes = 4, .only_writes = true};
  row.bytes_per_s = 1e12 / ms;
  row.shares.fill = 0.5 / ms;
  return row;
}

MappingFigures mapping_of_blocks(std::string_view variant, int n, BlockShape block) {
  const Workload& workload = find_workload(catalog(), "triangle");
  const std::any parameters = workload.bind({{"n", n}});
  const Extent output = workload.output(parameters, {}, Precision::fp32);
  return figures_of(workload.find_mapping(variant)->make(parameters, output, n, block));
}

/// Times in blocks of 8, 16 and 32 at n = 128 and 256: bb takes 4, 2, 1 ms at both; ltm 1 ms always; linear 0.5 ms.
Bench made_up() {
  Bench out;
  out.title = "triangle";
  out.suite = &crossed_suite();
  for (const int n : {128, 256}) {
    out.rows.push_back(row_of("simd", n, {}, 8));
    for (const int side : {8, 16, 32}) {
      out.rows.push_back(row_of("cuda_bb", n, {side, side}, 32.0 / side));
      out.rows.push_back(row_of("cuda_ltm", n, {side, side}, 1));
    }
    out.rows.push_back(row_of("cuda_linear", n, {}, 0.5));
  }
  out.ceilings.cpu = {{.threads = 4}, {.threads = 1}};
  out.ceilings.cpu_memory = {{.threads = 4, .set_bytes = 1 << 20}, {.threads = 1, .set_bytes = 1 << 20}};
  for (BenchRow& row : out.rows) {
    if (row.what.settings.execution.processor == Processor::gpu) {
      row.block_mapping = mapping_of_blocks(row.what.variant, row.size.width,
                                            row.block == BlockShape{} ? BlockShape{256, 1} : row.block);
    }
  }
  return out;
}

Result tabled_result(const Bench& bench) {
  return result_of(bench, find_workload(catalog(), "triangle"));
}

std::string tables_of(const Bench& bench) {
  return markdown(cross_tables(tabled_result(bench), crossed_suite()));
}

/// The cells of the line in a table below `title` that begins with these cells.
std::vector<std::string> cells_below(const std::string& text, const std::string& title,
                                     const std::vector<std::string>& begin) {
  const std::size_t at = text.find(title);
  if (at == std::string::npos) return {};
  std::stringstream lines(text.substr(at));
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with('|')) continue;
    std::vector<std::string> cells;
    std::stringstream stream(line.substr(1));
    for (std::string cell; std::getline(stream, cell, '|');) {
      const std::size_t from = cell.find_first_not_of(' ');
      cells.push_back(from == std::string::npos ? "" : cell.substr(from, cell.find_last_not_of(' ') + 1 - from));
    }
    if (cells.size() >= begin.size() && std::equal(begin.begin(), begin.end(), cells.begin())) return cells;
  }
  return {};
}

TEST(CrossTables, TimesWithTheirErrorsBesideThePublishedOnes) {
  const std::string text = tables_of(made_up());
  const std::vector<std::string> titles = cells_below(text, "cuda_bb, ms:", {"n"});
  ASSERT_EQ(titles.size(), 10U);
  EXPECT_EQ(titles[1], "8x8");
  EXPECT_EQ(titles[4], "Tesla K40c 8x8");
  EXPECT_EQ(titles[9], "GTX 960 32x32");
  // 0.9 t and 1.1 t have the mean t and the mean square error 0.01 t²
  const std::vector<std::string> line = cells_below(text, "cuda_bb, ms:", {"256"});
  ASSERT_EQ(line.size(), 10U);
  EXPECT_EQ(line[1], "4.0000 ± 0.4000");
  EXPECT_EQ(line[2], "2.0000 ± 0.2000");
  EXPECT_EQ(line[4], "0.015677");
  EXPECT_EQ(line[9], "0.011177");
}

/// 4 to 2 to 1 ms saves half each time; the published tables' are worked out from their own times.
TEST(CrossTables, WhatEachBlockSaves) {
  const std::string text = tables_of(made_up());
  const std::vector<std::string> bb = cells_below(text, "cuda_bb, ms:", {"saved"});
  EXPECT_EQ(bb, (std::vector<std::string>{"saved", "", "+50.00 %", "+50.00 %", "", "+65.27 %", "-10.15 %", "",
                                          "+50.24 %", "-8.48 %"}));
  const std::vector<std::string> printed = cells_below(text, "cuda_bb, ms:", {"as printed"});
  EXPECT_EQ(printed, (std::vector<std::string>{"as printed", "", "", "", "", "+65.27 %", "-10.15 %", "", "+50.24 %",
                                               "-8.48 %"}));
  EXPECT_EQ(cells_below(text, "cuda_ltm, ms:", {"saved"}).at(2), "+0.00 %");
}

TEST(CrossTables, RankingOfABlock) {
  const std::string text = tables_of(made_up());
  const std::string title = "Ranking with blocks of 16x16 at n = 256:";
  const std::vector<std::string> linear = cells_below(text, title, {"1", "cuda_linear (chooses its own blocks)"});
  const std::vector<std::string> ltm = cells_below(text, title, {"2", "cuda_ltm"});
  const std::vector<std::string> bb = cells_below(text, title, {"3", "cuda_bb"});
  ASSERT_EQ(ltm.size(), 12U);
  ASSERT_EQ(linear.size(), 12U);
  ASSERT_EQ(bb.size(), 12U);
  EXPECT_EQ(linear[3], "4");  // 2 ms of bb in 16x16 over 0.5
  EXPECT_EQ(ltm[3], "2");
  EXPECT_EQ(bb[3], "1");
  EXPECT_EQ(ltm[4], "1.00 TB/s");
  EXPECT_EQ(ltm[5], "50.0 %");
  // 256/16 = 16 rows of blocks: all 256, or the 136 on and below the diagonal
  EXPECT_EQ(std::vector(bb.begin() + 6, bb.begin() + 9), (std::vector<std::string>{"1", "256", "136"}));
  EXPECT_EQ(std::vector(ltm.begin() + 6, ltm.begin() + 9), (std::vector<std::string>{"1", "136", "136"}));
  // 32896 cells of 65536 and of 34816 threads
  EXPECT_EQ(bb[9], "49.8 %");
  EXPECT_EQ(ltm[9], "5.5 %");
  // at 32768 in 16x16: fr 12.48, bb 17.43, ltm 17.88, fr_basic 20.59, dp 47.90 ms
  EXPECT_EQ(bb[10], "2 of 5: 17.43 ms, 1x");
  EXPECT_EQ(ltm[10], "3 of 5: 17.88 ms, 0.975x");
  // at 16384: ltm 6.032, fr_basic 6.058, fr 6.058, bb 6.600, dp 15.45 ms
  EXPECT_EQ(ltm[11], "1 of 5: 6.032 ms, 1.09x");
  EXPECT_EQ(linear[10], "–");
  EXPECT_NE(text.find("–: the report has no times of this variant on that machine."), std::string::npos);
}

TEST(CrossTables, EveryVariantInItsFastestBlock) {
  const std::string text = tables_of(made_up());
  const std::string title = "All variants at n = 256, each with its fastest block:";
  EXPECT_EQ(cells_below(text, title, {"1", "cuda_linear"}).at(2), "");
  EXPECT_EQ(cells_below(text, title, {"3", "cuda_bb"}).at(2), "32x32");
  const std::vector<std::string> cpu = cells_below(text, title, {"4", "simd"});
  ASSERT_EQ(cpu.size(), 9U);
  EXPECT_EQ(cpu[3], "4");
  EXPECT_EQ(cpu[6], "0.125");  // 1 ms of bb in 32x32 over 8
}

/// The fastest in a block, and a variant's fastest block, as far as other programs left them alone.
TEST(CrossTables, MarkedRowsHaveNoPlace) {
  Bench bench = made_up();
  for (BenchRow& row : bench.rows) {
    const bool fastest = row.what.variant == "cuda_linear" || (row.what.variant == "cuda_bb" && row.block.x == 32);
    if (fastest) row.others.gpu = 0.3;
  }
  const std::string text = tables_of(bench);
  const std::string title = "Ranking with blocks of 16x16 at n = 256:";
  EXPECT_FALSE(cells_below(text, title, {"1", "cuda_ltm"}).empty()) << text;
  EXPECT_FALSE(cells_below(text, title, {"2", "cuda_bb"}).empty()) << text;
  const std::vector<std::string> linear = cells_below(text, title, {"", "cuda_linear (chooses its own blocks)"});
  ASSERT_FALSE(linear.empty()) << text;
  EXPECT_TRUE(linear[2].ends_with(" *")) << linear[2];
  const std::string all = "All variants at n = 256, each with its fastest block:";
  EXPECT_EQ(cells_below(text, all, {"2", "cuda_bb"}).at(2), "16x16") << text;
  EXPECT_EQ(cells_below(text, all, {"3", "simd"}).at(6), "0.25") << "over bb in 16x16: " << text;
  EXPECT_FALSE(cells_below(text, all, {"", "cuda_linear"}).empty()) << text;
  EXPECT_EQ(cells_below(text, "cuda_bb, ms:", {"saved"}).at(3), "") << "of two blocks one is marked in all scenes";
}

TEST(CrossTables, TheRepeatedTimeIsPointedOut) {
  Bench bench = made_up();
  bench.rows.push_back(row_of("cuda_fr_basic", 256, {8, 8}, 3));
  const std::string text = tables_of(bench);
  EXPECT_NE(text.find("Table 6.9: 0.016629 ms"), std::string::npos);
  EXPECT_EQ(cells_below(text, "cuda_fr_basic, ms:", {"128"}).at(1), "") << "it was measured at 256 alone";
}

TEST(CrossTables, AShapeThatTheSeedDoesNotHaveStandsAlone) {
  Bench bench = made_up();
  std::erase_if(bench.rows, [](const BenchRow& row) { return row.block != BlockShape{} && row.block.x != 8; });
  for (BenchRow& row : bench.rows) {
    if (row.block.x == 8) row.block = {8, 4};
  }
  const std::string text = tables_of(bench);
  EXPECT_EQ(cells_below(text, "cuda_bb, ms:", {"n"}), (std::vector<std::string>{"n", "8x4"}));
  EXPECT_TRUE(cells_below(text, "cuda_bb, ms:", {"saved"}).empty());
  EXPECT_EQ(cells_below(text, "Ranking with blocks of 8x4", {"1"}).size(), 10U);
}

/// bb takes 4, 2 and 1 ms by block; what has no block is compared with the fastest, 1 ms.
TEST(CrossTables, SpeedUpOverTheBaselineInTheSameBlock) {
  for (const ResultRow& row : tabled_result(made_up()).rows) {
    SCOPED_TRACE(row.text("variant"));
    const double baseline = has(row, "block/x") ? 32 / row.number("block/x") : 1;
    EXPECT_DOUBLE_EQ(row.number("baseline_speedup"), baseline / row.number("median_ms"));
  }
}

TEST(CrossTables, JsonAndCsvHaveTheFigures) {
  const Bench bench = made_up();
  const auto json = json_of(result_json(tabled_result(bench)));
  const auto& bb = json.at("rows").at(3);
  EXPECT_EQ(bb.at("variant"), "cuda_bb");
  EXPECT_EQ(bb.at("block").at("x"), 16);
  EXPECT_EQ(bb.at("cover").at("blocks"), 64);  // at n = 128
  EXPECT_EQ(bb.at("cover").at("useful_blocks"), 36);
  EXPECT_NEAR(bb.at("cover").at("wasted_threads_percent").get<double>(), 100 * (1 - 8256.0 / 16384), 1e-9);
  EXPECT_NEAR(bb.at("mean_square_error_ms2").get<double>(), 0.04, 1e-12);
  std::stringstream csv(result_csv(tabled_result(bench)));
  std::size_t lines = 0;
  std::size_t commas = 0;
  for (std::string line; std::getline(csv, line); ++lines) {
    const auto here = static_cast<std::size_t>(std::ranges::count(line, ','));
    if (lines == 0) commas = here;
    if (line.find('"') == std::string::npos) {
      EXPECT_EQ(here, commas) << line;
    }
  }
  EXPECT_EQ(lines, bench.rows.size() + 1);
}

/// A panel for each block with bb, ltm and linear, and one for the CPU; 2 points a curve.
TEST(CrossTables, CurvesInSmallMultiples) {
  const std::string svg = bench_svg(tabled_result(made_up()));
  for (const char* title : {">blocks of 8x8, fp32<", ">blocks of 16x16, fp32<", ">blocks of 32x32, fp32<", ">cpu, "}) {
    EXPECT_NE(svg.find(title), std::string::npos) << title;
  }
  std::size_t dots = 0;
  const std::string mark = "class=\"mark\"";
  for (std::size_t at = svg.find(mark); at != std::string::npos; at = svg.find(mark, at + 1)) ++dots;
  const std::size_t published = 2 * 2 * 3 * 2;  // machines, variants, blocks, places
  EXPECT_EQ(dots, 3 * 3 * 2U + 2 + published + 4 + 2) << "with the legend's four variants and two machines";
  EXPECT_EQ(svg.find("nan"), std::string::npos);
}

}  // namespace
}  // namespace heteroscope
