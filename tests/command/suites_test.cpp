#include <fmt/format.h>
#include <omp.h>

#include <set>

#include "tests/command/program.hpp"
#include "tests/json.hpp"

/// Suites that make the seeds' tables again, and what they say of the published ones.
namespace heteroscope::testing {
namespace {

using nlohmann::json;

class Suites : public Program {
 protected:
  /// What rows have under a key, each once.
  static std::set<json> all(const json& result, const char* key) {
    std::set<json> out;
    for (const json& row : result.at("rows")) out.insert(row.at(key));
    return out;
  }
};

TEST_F(Suites, SchedulesOverThreadsBesideTheSeed) {
  const Result run = expect_success("bench cpu-schedules --scene 256 --set max_iterations=20 --repeat 2 --json a.json");
  for (const char* words : {"All variants at side = 256", "Compared with \"Práctica 04-06\", tables 2 to 4:",
                            "| 256   | omp_tasks    | median | 87.40 ms | 88.20 ms | 237.0 ms |",
                            "published conclusion", "better than static"}) {
    EXPECT_NE(run.out.find(words), std::string::npos) << words << '\n' << run.out;
  }
  // the suite measures with 1, 2, 4 … threads, up to one for each core
  for (const char* words : {"Times by number of threads:", "Karp-Flatt"}) {
    EXPECT_EQ(run.out.find(words) != std::string::npos, omp_get_num_procs() > 1) << words << '\n' << run.out;
  }
  const json result = json_of(read_text(file("a.json")));
  EXPECT_EQ(result.at("suite"), "cpu-schedules");
  EXPECT_EQ(all(result, "precision"), std::set<json>{"fp64"});
  EXPECT_EQ(all(result, "axis"), std::set<json>{256});
  EXPECT_EQ(all(result, "variant").size(), 7U);
  EXPECT_GE(all(result, "threads").size(), 1U);
  EXPECT_EQ(result.at("published").at("figures").at(0).at("value"), 143);
}

/// A reader of the help knows reports by title or authors, not by the ids of their files.
TEST_F(Suites, SummariesNameReportsByTheirTitles) {
  EXPECT_EQ(expect_success("bench --help").out.find("seed 0"), std::string::npos);
  const json listed = json_of(expect_success("list --json").out);
  for (const json& each : listed.at("suites"))
    EXPECT_EQ(each.at("summary").get<std::string>().find("seed 0"), std::string::npos) << each;
}

TEST_F(Suites, AnotherSizeOrScene) {
  expect_success("bench cpu-schedules --size 32x32 --variant sequential --repeat 1 --json a.json");
  const json result = json_of(read_text(file("a.json")));
  EXPECT_EQ(all(result, "scene"), std::set<json>{"32"});
  EXPECT_EQ(all(result, "width"), std::set<json>{32});
  expect_success("bench histogram-runs --scene 10000 --processor cpu --repeat 1 --json b.json");
  const json histogram = json_of(read_text(file("b.json")));
  EXPECT_EQ(all(histogram, "axis"), std::set<json>{10000});
  EXPECT_EQ(histogram.at("rows").at(0).at("settings").at("source").at("id"), "integers");
}

TEST_F(Suites, TheoryBesideTheSeedsMachines) {
  const Result run = expect_success("bench cpu-theory --size 32x32 --repeat 2 --json a.json");
  for (const char* words : {"The peak in fp64 (cores × clock × flop per cycle)", "| i3      |     2 |", "49.6 GFlop/s",
                            "| here    |", "The peak, and what a loop of multiply-adds reached in this run:",
                            "correlation", "first / median", "undecided"}) {
    EXPECT_NE(run.out.find(words), std::string::npos) << words << '\n' << run.out;
  }
  const json result = json_of(read_text(file("a.json")));
  EXPECT_GT(result.at("theory").at("clock_hz"), 1e8);
  EXPECT_LT(result.at("theory").at("clock_hz"), 1e10);
  EXPECT_GE(result.at("theory").at("fp64_lanes"), 1);
  EXPECT_EQ(result.at("published").at("peaks").at(1).at("gflop_per_s"), 460.8);
  for (const json& row : result.at("rows")) {
    EXPECT_NEAR(row.at("predicted_ms").get<double>(),
                row.at("operations").get<double>() * 4 / row.at("cpu_ceiling").at("fma_per_s").get<double>() * 1e3,
                1e-9);
    EXPECT_GE(row.at("worst_case_ms"), row.at("predicted_ms"));
  }
}

TEST_F(Suites, AgreementSaysHowManyValuesDiffer) {
  const Result run =
      expect_success("bench agreement --scene alone --size 48x32 --processor cpu --repeat 1 --json a.json --csv a.csv");
  EXPECT_NE(run.out.find("results equal the reference's in every value, so their difference pictures are black."),
            std::string::npos)
      << run.out;
  EXPECT_NE(run.out.find("largest difference"), std::string::npos);
  EXPECT_NE(run.out.find("single values of the GPU's picture differ from the CPU's"), std::string::npos);
  const json result = json_of(read_text(file("a.json")));
  EXPECT_EQ(all(result, "precision"), (std::set<json>{"fp32", "fp64"}));
  EXPECT_EQ(all(result, "differing_values"), std::set<json>{0});
  EXPECT_EQ(all(result, "compared_values"), std::set<json>{48 * 32});
  EXPECT_EQ(all(result, "largest_difference"), std::set<json>{0.0});
  EXPECT_GE(all(result, "variant").size(), 8U);
}

TEST_F(Suites, HistogramsRunsAreOfInt32) {
  expect_success("bench histogram-runs --scene 1000 --processor cpu --repeat 1 --json a.json");
  const json result = json_of(read_text(file("a.json")));
  EXPECT_EQ(all(result, "precision"), std::set<json>{"int32"});
  EXPECT_EQ(all(result, "variant"), (std::set<json>{"sequential", "omp_atomic", "omp_private", "simd"}));
  EXPECT_EQ(result.at("rows").at(0).at("settings").at("precision"), "int32");
  expect_success("bench histogram-runs --scene 1000 --precision fp32 --variant simd --repeat 1 --json b.json");
  EXPECT_EQ(all(json_of(read_text(file("b.json"))), "precision"), std::set<json>{"fp32"});
}

TEST_F(Suites, Int32IsRefusedByWhoDoesNotTakeIt) {
  for (const char* arguments : {"bench cpu-schedules --precision int32", "bench mandelbrot --precision int32",
                                "render mandelbrot --precision int32 --out a.png"}) {
    expect_refused(arguments, "precision: mandelbrot does not support int32 (fp32 or fp64)");
  }
  expect_refused("bench histogram --precision int8", "int32");
}

TEST_F(Suites, OfAStage) {
  expect_success("bench mean-methods --size 64x64 --processor cpu --repeat 1 --json a.json");
  const json mean = json_of(read_text(file("a.json")));
  EXPECT_TRUE(all(mean, "variant").contains("simd_exact"));
  EXPECT_EQ(all(mean, "stage"), std::set<json>{0});
  expect_success("bench binarize-mappings --size 64x64 --processor cpu --repeat 1 --json b.json");
  EXPECT_EQ(all(json_of(read_text(file("b.json"))), "stage"), std::set<json>{1});
}

TEST_F(Suites, WhatTheyChooseThemselvesIsRefused) {
  expect_refused("bench cpu-schedules --threads 1", "--threads: the suite cpu-schedules sets that itself");
  expect_refused("bench cpu-schedules --size 32x16", "only measures squares");
  expect_refused("bench cpu-schedules --size 32x32 --scene 256", "--size");
  expect_refused("bench cpu-schedules --scene 3", "no scene '3'");
  expect_refused("bench mean-methods --source gradient", "--source: the suite mean-methods sets that itself");
  expect_refused("bench split-search --split 0.5", "--split: the suite split-search sets that itself");
  expect_refused("bench gpu-memory --memory device --processor gpu", "--memory: the suite gpu-memory sets that itself");
}

/// Each thread has exactly as much to do, whatever their number: by what the runs counted.
TEST_F(Suites, WeakScalingGivesEachThreadTheSameWork) {
  for (const char* suite : {"weak-mandelbrot", "weak-binarize"}) {
    expect_success(fmt::format("bench {} --size 16x4 --repeat 6 --json a.json", suite));
    const json rows = json_of(read_text(file("a.json"))).at("rows");
    std::set<json> scales;
    for (const json& row : rows) {
      const int scale = row.at("scaled_by").get<int>();
      const int threads = row.at("threads").get<int>();
      scales.insert(scale);
      EXPECT_EQ(row.at("height"), 4 * scale) << suite;
      EXPECT_EQ(row.at("width"), 16) << suite;
      EXPECT_TRUE(threads == 1 || threads == scale) << suite << ' ' << threads;
      EXPECT_EQ(row.at("operations").get<double>() / scale, rows.at(0).at("operations").get<double>()) << suite;
      const bool all = threads == scale;
      EXPECT_EQ(row.at("weak_efficiency").is_number(), all) << suite;
      EXPECT_EQ(row.at("gustafson").is_number(), all && threads > 1) << suite;
    }
    EXPECT_EQ(*scales.rbegin(), omp_get_num_procs()) << suite;
    const Result again = expect_success("bench --again a.json --repeat 1 --json b.json");
    EXPECT_NE(again.out.find("weak efficiency"), std::string::npos) << again.out;
    EXPECT_EQ(json_of(read_text(file("b.json"))).at("rows").size(), rows.size()) << suite;
  }
}

TEST_F(Suites, SizesThatTheyHaveThemselvesAreTheirs) {
  expect_refused("bench split-search --size 64x64", "--size: the suite split-search sets that itself");
  expect_refused("bench weak-mandelbrot --threads 2", "--threads: the suite weak-mandelbrot sets that itself");
}

TEST_F(Suites, OverSizesHaveTheRunsSmallestMeanAndLargest) {
  const Result run =
      expect_success("bench histogram-runs --scene 1000 --processor cpu --variant sequential --repeat 3 --json a.json");
  const json row = json_of(read_text(file("a.json"))).at("rows").at(0);
  for (const auto& [title, id] : {std::pair{"shortest", "min_ms"}, {"mean", "mean_ms"}, {"longest", "max_ms"}}) {
    const std::string head = fmt::format("The same runs, {}, ms:", title);
    const std::size_t at = run.out.find(head);
    ASSERT_NE(at, std::string::npos) << run.out;
    EXPECT_NE(run.out.find(fmt::format("{:.4g}", row.at(id).get<double>()), at), std::string::npos) << run.out;
  }
  const Result once = expect_success("bench histogram-runs --scene 1000 --processor cpu --repeat 1");
  EXPECT_EQ(once.out.find("The same runs,"), std::string::npos) << "one run has no others";
}

TEST_F(Suites, OfTheGpuOnItOrNot) {
  for (const char* each :
       {"gpu-memory --size 64x64", "split-search --scene 0.9", "transpose-tiles --size 64x64",
        "transpose-sizes --size 64x64", "blur-masks --size 64x64", "blur-masks --size 64x64 --block 8x8"}) {
    const std::string arguments = std::string("bench ") + each + " --repeat 1";
    const Result run = expect_success(arguments);
    for (const char* words : {"published conclusion", "by the published figures"})
      EXPECT_NE(run.out.find(words), std::string::npos) << words << '\n' << run.out;
    EXPECT_EQ(run.out.find("(nothing was measured here):") == std::string::npos, has_gpu()) << run.out;
    // rows that are not there cannot be written
    if (!has_gpu()) expect_refused(arguments + " --json a.json", "--json: nothing can be measured here");
  }
}

TEST_F(Suites, TheirBlocksAreTheSeedsOrAsAsked) {
  if (!has_gpu()) GTEST_SKIP() << "skipped: no CUDA device";
  const auto blocks_of = [&](const std::string& arguments) {
    expect_success("bench " + arguments + " --repeat 1 --json a.json");
    std::set<std::string> out;
    const json result = json_of(read_text(file("a.json")));
    for (const json& row : result.at("rows")) {
      if (row.at("variant") == "cuda_fused") continue;  // lays its blocks in its own way
      out.insert(fmt::format("{} {}x{}", row.at("variant").get<std::string>(), row.at("block").at("x").get<int>(),
                             row.at("block").at("y").get<int>()));
    }
    return out;
  };
  EXPECT_EQ(blocks_of("gpu-memory --size 64x64"), (std::set<std::string>{"cuda_1d 32x1", "cuda_2d 32x32"}));
  EXPECT_EQ(blocks_of("gpu-memory --size 64x64 --block 16x16"),
            (std::set<std::string>{"cuda_1d 16x1", "cuda_2d 16x16"}));
  EXPECT_TRUE(blocks_of("blur-masks --size 64x64").contains("cuda_shared 32x32"));
  EXPECT_TRUE(blocks_of("blur-masks --size 64x64 --block 8x8").contains("cuda_shared 8x8"));
}

}  // namespace
}  // namespace heteroscope::testing
