#include "app/analysis/weak_scaling.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "app/analysis/graphs/graph.hpp"
#include "app/analysis/scaling.hpp"
#include "app/bench/data.hpp"
#include "app/commands/report/findings.hpp"
#include "kernels/registry.hpp"

/// Scaling by invented rows, whose serial share is known.
namespace heteroscope {
namespace {

struct Invented {
  int scaled_by = 0;  ///< 0: the problem does not grow
  int threads = 1;
  double ms = 1;
  int runs = 9;       ///< fewer than 6 have no interval
  double others = 0;  ///< what other programs took of the processors
};

Result weak_result(const std::vector<Invented>& rows) {
  Bench bench;
  const Workload& workload = find_workload(catalog(), "mandelbrot");
  for (const Invented& each : rows) {
    BenchRow row;
    row.what.scene = "inside" + (each.scaled_by > 0 ? scaled_suffix(each.scaled_by) : std::string());
    row.what.variant = "omp_static";
    row.what.scaled_by = each.scaled_by;
    row.what.settings = default_settings(workload);
    row.size = {64, 16 * std::max(each.scaled_by, 1)};
    row.threads = each.threads;
    row.ms = statistics(std::vector{each.ms});
    if (each.runs >= 6) row.interval = Interval{0.995 * each.ms, 1.005 * each.ms};
    row.others.cpu = each.others;
    row.work = {.operations = 1e6, .unit = "things", .fma_per_operation = 4, .bytes = 1e6};
    bench.rows.push_back(row);
  }
  return result_of(bench, workload);
}

/// Of so many threads' 10 ms a share is serial: one thread takes that once, and all that is parallel.
std::vector<Invented> with_serial_share(double serial) {
  std::vector<Invented> out{{1, 1, 10}};
  for (const int threads : {2, 4, 8}) {
    out.push_back({threads, 1, 10 * (serial + threads * (1 - serial))});
    out.push_back({threads, threads, 10});
  }
  return out;
}

TEST(Gustafson, ItsLawHasThePublishedForm) {
  // seed 004, equation 2.10, and the case of the paper: a share of 0.004 on 1024 processors gives 1020
  EXPECT_DOUBLE_EQ(gustafson_speedup(0.004, 1024), 1024 - 0.004 * 1023);
  EXPECT_DOUBLE_EQ(gustafson_speedup(0, 64), 64);
  EXPECT_DOUBLE_EQ(gustafson_speedup(1, 64), 1);
  for (const double serial : {0.0, 0.1, 0.5, 1.0}) {
    for (const int threads : {2, 7, 64})
      EXPECT_NEAR(gustafson_fraction(gustafson_speedup(serial, threads), threads), serial, 1e-12);
  }
}

TEST(Gustafson, FitsAllCounts) {
  std::vector<ScaledPoint> points{{1, 1}};
  for (const int threads : {2, 4, 8}) points.push_back({threads, gustafson_speedup(0.2, threads)});
  EXPECT_NEAR(gustafson_fraction(points).value_or(-1), 0.2, 1e-12);
  // least squares: Σ (p − S)(p − 1) / Σ (p − 1)²
  points[3].speedup -= 0.59;
  EXPECT_NEAR(gustafson_fraction(points).value_or(-1), 0.2 + 0.59 * 7 / (1 + 9 + 49), 1e-12);
  EXPECT_EQ(gustafson_fraction(std::vector<ScaledPoint>{{1, 1}}), std::nullopt);
}

TEST(WeakScaling, RowsHaveTheShareThatTheyWereMadeWith) {
  const Result result = weak_result(with_serial_share(0.1));
  std::size_t all = 0;
  for (const ResultRow& row : result.rows) {
    EXPECT_FALSE(row.at("amdahl").there()) << "its problem grows";
    const int threads = static_cast<int>(row.number("threads"));
    if (threads != row.number("scaled_by")) continue;
    ++all;
    EXPECT_NEAR(row.number("weak_efficiency"), 1, 1e-12);
    EXPECT_NEAR(row.number("thread_speedup"), gustafson_speedup(0.1, threads), 1e-12);
    EXPECT_NEAR(row.number("thread_efficiency"), gustafson_speedup(0.1, threads) / threads, 1e-12);
    EXPECT_NEAR(row.number("gustafson_fit"), 0.1, 1e-12);
    EXPECT_EQ(row.at("gustafson").there(), threads > 1);
    if (threads == 1) continue;
    EXPECT_NEAR(row.number("gustafson"), 0.1, 1e-12);
    EXPECT_EQ(row.text("speedup_kind"), "sublinear");
  }
  EXPECT_EQ(all, 4U);
}

TEST(WeakScaling, HasATableASentenceAndAGraph) {
  const Result result = weak_result(with_serial_share(0.1));
  const std::string table = markdown(weak_scaling_tables(result));
  EXPECT_NE(table.find("| inside | fp64"), std::string::npos) << table;
  EXPECT_NE(table.find("64x128"), std::string::npos) << table;
  EXPECT_NE(table.find("| sublinear |"), std::string::npos) << table;
  EXPECT_NE(table.find("0.100"), std::string::npos) << table;
  EXPECT_TRUE(scaling_tables(result).empty()) << "its problem grows";
  const std::string words = markdown(findings(result));
  EXPECT_NE(words.find("omp_static on 8 threads takes as long for a problem 8 times as large as one thread takes "
                       "for its own. The weak efficiency is 100.0 %, the scaled speed-up 7.3. The serial fraction by "
                       "Gustafson's law is 10.0 %."),
            std::string::npos)
      << words;
  const std::vector<Graph> graphs = graphs_of(result);
  const auto graph = std::ranges::find(graphs, "scaled", &Graph::id);
  ASSERT_NE(graph, graphs.end());
  EXPECT_EQ(graph->words, "inside, fp64: omp_static: 1 at 1 to 7.3 at 8; ideal: 1 at 1 to 8 at 8.");
  const PlotLine& law = graph->plots.front().lines.back();
  EXPECT_NEAR(law.points.back().y, 7.3, 1e-9) << "Gustafson's, at 8 threads";
  EXPECT_EQ(std::ranges::find(graphs, "threads", &Graph::id), graphs.end()) << "its problem grows";
}

TEST(WeakScaling, ThreadsThatDoNotHelpAreNoSerialShare) {
  const std::string words = markdown(findings(weak_result({{1, 1, 10}, {2, 1, 20}, {2, 2, 25}})));
  EXPECT_NE(words.find("the scaled speed-up 0.8: more threads are not faster than one."), std::string::npos) << words;
}

TEST(WeakScaling, NothingIsConcludedBesideOtherPrograms) {
  for (std::size_t marked = 0; marked < 7; ++marked) {
    std::vector<Invented> rows = with_serial_share(0.1);
    rows[marked].others = 0.48;
    const Result result = weak_result(rows);
    const std::string words = markdown(findings(result));
    EXPECT_NE(words.find("- It is undecided how omp_static scales with its problem: other programs used 48 % of the "
                         "processors while it was measured.\n"),
              std::string::npos)
        << words;
    EXPECT_EQ(words.find("weak efficiency"), std::string::npos) << words;
    const std::string table = markdown(weak_scaling_tables(result));
    EXPECT_NE(table.find("Gustafson is missing where other programs used 48 % of the processors while the row, or "
                         "the one on one thread, was measured: no law is fitted to such rows.\n"),
              std::string::npos)
        << table;
  }
  EXPECT_EQ(markdown(weak_scaling_tables(weak_result(with_serial_share(0.1)))).find("no law"), std::string::npos);
}

TEST(WeakScaling, OneThreadAloneHasNothingToScale) {
  const Result result = weak_result({{1, 1, 10}});
  const std::vector<Graph> graphs = graphs_of(result);
  EXPECT_EQ(std::ranges::find(graphs, "scaled", &Graph::id), graphs.end());
  EXPECT_EQ(result.rows.front().number("weak_efficiency"), 1);
  EXPECT_EQ(markdown(findings(result)).find("Gustafson"), std::string::npos);
}

TEST(SpeedupKinds, AreToldByIntervals) {
  const auto kind = [](double ms_on_two, int runs = 9) {
    const Result result = weak_result({{0, 1, 10, runs}, {0, 2, ms_on_two, runs}});
    return std::string(text_of(kind_of(result.rows[0], result.rows[1])));
  };
  EXPECT_EQ(kind(6), "sublinear");
  EXPECT_EQ(kind(5), "linear");
  EXPECT_EQ(kind(5.02), "linear") << "within the intervals";
  EXPECT_EQ(kind(4), "superlinear");
  EXPECT_EQ(kind(4, 3), "") << "too few runs";
  Result wide = weak_result({{0, 1, 10}, {0, 2, 8}});
  for (ResultRow& row : wide.rows) {
    for (const auto& [id, factor] : {std::pair{"median_low_ms", 0.6}, std::pair{"median_high_ms", 1.4}})
      std::ranges::find(row.data, id, &Datum::id)->value = factor * row.number("median_ms");
  }
  EXPECT_EQ(kind_of(wide.rows[0], wide.rows[1]), SpeedupKind::unknown) << "from 0.5 to 2.9 times";
  const Result superlinear = weak_result({{0, 1, 10}, {0, 2, 4}});
  EXPECT_EQ(superlinear.rows[1].text("speedup_kind"), "superlinear");
  EXPECT_NE(markdown(scaling_tables(superlinear)).find("| superlinear |"), std::string::npos);
  EXPECT_NE(markdown(findings(superlinear)).find("more than the number of threads (a superlinear speed-up)"),
            std::string::npos)
      << markdown(findings(superlinear));
}

}  // namespace
}  // namespace heteroscope
