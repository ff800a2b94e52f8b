#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <tuple>

#include "app/analysis/graphs/graph.hpp"
#include "app/analysis/graphs/roof_graph.hpp"
#include "app/analysis/quantity.hpp"
#include "app/analysis/tables/row_table.hpp"
#include "app/bench/data.hpp"
#include "app/commands/report/findings.hpp"
#include "app/plot/svg.hpp"
#include "kernels/suites.hpp"
#include "tests/command/made_up_rows.hpp"
#include "tests/xml.hpp"

/// Graphs of measurements that were made up, so that they can be checked without a GPU.
namespace heteroscope {
namespace {

using made_up::bench_of;
using made_up::blocks;
using made_up::MadeUp;
using made_up::result_of;
using made_up::threads;
using testing::count_of;
using testing::fault_in_xml;

std::string ids_of(const std::vector<Graph>& graphs) {
  std::string out;
  for (const Graph& each : graphs) out += (out.empty() ? "" : " ") + each.id;
  return out;
}

/// The graph of that id; a failure and an empty one where there is none.
Graph graph_of(const Result& result, std::string_view id) {
  const std::vector<Graph> graphs = graphs_of(result);
  const auto found = std::ranges::find(graphs, id, &Graph::id);
  EXPECT_NE(found, graphs.end()) << id << " is not among " << ids_of(graphs);
  return found == graphs.end() ? Graph{} : *found;
}

std::string svg_of(const Graph& graph) {
  return svg_in_page(graph.drawing, graph.width, graph.height, {.id = "a", .title = graph.title, .about = graph.words});
}

/// Frames around cells of a map.
std::ptrdiff_t frames_in(const Graph& map) {
  return std::ranges::count_if(map.drawing, [](const DrawnShape& shape) {
    const auto* const line = std::get_if<DrawnLine>(&shape);
    return line != nullptr && line->points.size() == 5;
  });
}

/// A workload without parameters has no scenes: its bars are named by the precision alone.
TEST(Graphs, BarsWithoutASceneAreNamedByTheirPrecision) {
  const Result result = result_of({{"transpose", "", "sequential"}, {"transpose", "", "simd"}});
  const Graph bars = graph_of(result, "times");
  ASSERT_TRUE(bars.bars);
  ASSERT_EQ(bars.bars->groups.size(), 1U);
  EXPECT_EQ(bars.bars->groups.front().name, result.rows.front().text("precision"));
}

std::vector<std::string> texts_in(const PlotFigure& figure) {
  std::vector<std::string> out;
  for (const DrawnShape& each : figure.drawing) {
    if (const auto* text = std::get_if<DrawnText>(&each)) out.push_back(text->words);
  }
  return out;
}

/// A figure says of a time what the window and the tables say of it: its star, with the note, and its uncertainty.
TEST(Graphs, BarsSayWhichTimesAreDisturbedAndHowFarTheyAreKnown) {
  Bench bench = bench_of({{"transpose", "", "sequential"}, {"transpose", "", "simd"}});
  bench.rows[0].interval.reset();
  bench.rows[1].others.cpu = 0.48;
  const Result result = result_of(bench);
  const Graph bars = graph_of(result, "times");
  ASSERT_TRUE(bars.bars);
  ASSERT_EQ(bars.bars->groups.front().bars.size(), 2U);
  for (const BarChart::Bar& each : bars.bars->groups.front().bars) {
    const bool known = each.name.starts_with("simd");
    EXPECT_EQ(each.range.has_value(), known) << each.name;
    EXPECT_EQ(each.text.ends_with(known ? "ms * ± 0.5 %" : "ms ± ?"), true) << each.text;
  }
  const auto notes = [](const PlotFigure& figure) {
    return std::ranges::count_if(texts_in(figure), [](const std::string& each) {
      return each.starts_with("While 1 of 2 rows (*) was measured");
    });
  };
  EXPECT_EQ(notes(standing_alone(bars, result)), 1);
  EXPECT_EQ(notes(standing_alone(bars, result_of({{"transpose", "", "sequential"}}))), 0);
  const PlotFigure named = standing_alone(bars, result, "What a lesson is called");
  EXPECT_EQ(named.title, "What a lesson is called: time");
  EXPECT_EQ(texts_in(named).front(), named.title);
}

/// A shape beside which other programs took much is neither the best nor a tie.
TEST(Graphs, AMapMarksNoBlockBesideOtherPrograms) {
  std::vector<MadeUp> rows = blocks();
  rows[1].others = 0.48;
  const Graph map = graph_of(result_of(rows), "blocks");
  EXPECT_EQ(frames_in(map), 1) << "the one that was its tie";
  EXPECT_NE(map.words.find("16x16 1.000 ms *; "), std::string::npos) << map.words;
  EXPECT_TRUE(
      map.about.ends_with(" Shapes with a star (*) have no frame: other programs used 48 % of the GPU while they "
                          "were measured."))
      << map.about;
  EXPECT_NE(svg_of(map).find(">1 *<"), std::string::npos);
  for (MadeUp& each : rows) each.others = 0.48;
  EXPECT_EQ(frames_in(graph_of(result_of(rows), "blocks")), 0);
}

TEST(Graphs, TheBestOfAVariantIsOneThatOthersLeftAlone) {
  std::vector<MadeUp> rows = threads();
  rows.back().others = 0.48;
  const Result result = result_of(rows);
  const std::vector<const ResultRow*> best = best_rows(result, Best::threads);
  ASSERT_EQ(best.size(), 2U);
  EXPECT_EQ(best.back()->number("threads"), 2) << "4 are faster, and marked";
  rows[3].others = rows[2].others = rows[1].others = 0.48;
  const Result marked = result_of(rows);
  EXPECT_EQ(best_rows(marked, Best::threads).back()->number("threads"), 4);
}

TEST(Graphs, BlocksAreAMapWithTheBestMarked) {
  const Graph map = graph_of(result_of(blocks()), "blocks");
  EXPECT_EQ(map.words, "cuda_global, fp32: 8x8 4.000 ms; 16x16 1.000 ms; 32x8 1.004 ms; 32x16 2.000 ms.");
  EXPECT_EQ(frames_in(map), 2) << "the best and its tie";
  const std::string svg = svg_of(map);
  EXPECT_EQ(fault_in_xml(svg), "");
  for (const char* each : {">8<", ">16<", ">32<", ">block x<", ">block y<", ">time, ms<", ">1<", ">4<"})
    EXPECT_NE(svg.find(each), std::string::npos) << each;
}

TEST(Graphs, TimesOverSizesStandBesidePublishedOnes) {
  std::vector<MadeUp> rows;
  for (const int n : {1024, 2048}) {
    for (const int side : {8, 16, 32})
      rows.push_back({"triangle", std::to_string(n), "cuda_bb", Processor::gpu, n, n / 1024.0, 0, {side, side}});
    rows.push_back({"triangle", std::to_string(n), "simd", Processor::cpu, n, n / 512.0, 4});
  }
  Bench bench = bench_of(rows);
  bench.suite = *std::ranges::find(suites(), std::string_view("triangle"), &Suite::id);
  for (BenchRow& each : bench.rows) each.what.settings.problem.parameters["n"] = each.size.width;
  const Graph times = graph_of(result_of(bench), "times");
  EXPECT_EQ(times.title, "time by n");
  EXPECT_NE(times.about.find("published"), std::string::npos);
  EXPECT_NE(times.words.find("blocks of 8x8, fp32: cuda_bb: 1 at 1k to 2 at 2k."), std::string::npos) << times.words;
  EXPECT_NE(times.words.find("cpu, fp32: simd: 2 at 1k to 4 at 2k."), std::string::npos) << times.words;
  const std::string svg = svg_of(times);
  EXPECT_EQ(fault_in_xml(svg), "");
  EXPECT_NE(svg.find("published, Tesla K40c"), std::string::npos);
}

/// A variant that has no speed-up is not among the curves of speed-ups: the others keep their colors and marks.
TEST(Graphs, AVariantLooksTheSameInAllOfThem) {
  Bench bench = bench_of({{"triangle", "512", "simd", Processor::cpu, 512, 1, 4},
                          {"triangle", "1024", "cuda_bb", Processor::gpu, 1024, 1, 0, {16, 16}},
                          {"triangle", "1024", "omp_dynamic", Processor::cpu, 1024, 2, 4},
                          {"triangle", "2048", "cuda_bb", Processor::gpu, 2048, 4, 0, {16, 16}},
                          {"triangle", "2048", "omp_dynamic", Processor::cpu, 2048, 8, 4}});
  bench.suite = *std::ranges::find(suites(), std::string_view("triangle"), &Suite::id);
  for (BenchRow& each : bench.rows) each.what.settings.problem.parameters["n"] = each.size.width;
  const Result result = result_of(bench);
  const Graph times = graph_of(result, "times");
  const Graph speedups = graph_of(result, "speedups");
  ASSERT_FALSE(times.plots.empty());
  ASSERT_FALSE(speedups.plots.empty());
  EXPECT_EQ(std::ranges::find(speedups.plots.front().lines, "simd", &PlotLine::label),
            speedups.plots.front().lines.end());
  for (const char* variant : {"cuda_bb", "omp_dynamic"}) {
    const auto in = [&](const Graph& graph) {
      return *std::ranges::find(graph.plots.front().lines, variant, &PlotLine::label);
    };
    EXPECT_EQ(in(times).color, in(speedups).color) << variant;
    EXPECT_EQ(in(times).marker, in(speedups).marker) << variant;
  }
}

/// A page's text is some 860 pixels wide, and a graph that is wider is shrunk to that.
TEST(Graphs, PlotsCanBeReadInAPage) {
  std::vector<MadeUp> rows;
  for (const int n : {1024, 2048}) {
    for (const int side : {8, 16, 32})
      rows.push_back({"triangle", std::to_string(n), "cuda_bb", Processor::gpu, n, n / 1024.0, 0, {side, side}});
  }
  Bench bench = bench_of(rows);
  bench.suite = *std::ranges::find(suites(), std::string_view("triangle"), &Suite::id);
  for (BenchRow& each : bench.rows) each.what.settings.problem.parameters["n"] = each.size.width;
  const Graph times = graph_of(result_of(bench), "times");
  ASSERT_EQ(times.plots.size(), 3U);
  constexpr double page = 860;
  constexpr double readable = 300;
  EXPECT_GE(PlotGrid{}.width * std::min(page / times.width, 1.0), readable) << times.width;
}

TEST(RowTable, SaysWhatADashIs) {
  Result result = result_of({{"mandelbrot", "full", "sequential", Processor::cpu, 256, 4, 1, {}, true},
                             {"mandelbrot", "full", "simd", Processor::cpu, 256, 2, 4}});
  constexpr const char* note = "–: not known, or the variant has no such access.";
  EXPECT_EQ(markdown(row_table(result)).find(note), std::string::npos);
  result.rows.front().data.push_back(
      {.id = "modeled/load", .name = "loads", .unit = "%", .about = {}, .value = {}, .interval = {}});
  EXPECT_NE(markdown(row_table(result)).find(note), std::string::npos);
}

TEST(Graphs, BarsSayWhichWayIsFaster) {
  const Result result = result_of({{"mandelbrot", "full", "sequential", Processor::cpu, 256, 4, 1, {}, true},
                                   {"mandelbrot", "full", "simd", Processor::cpu, 256, 2, 4},
                                   {"mandelbrot", "full", "simd_tuned", Processor::cpu, 256, 1, 4}});
  EXPECT_TRUE(graph_of(result, "times").about.starts_with("A shorter bar is faster"));
  EXPECT_TRUE(graph_of(result, "speedups").about.starts_with("A longer bar is faster"));
}

/// Seed 002 has published mean, longest and shortest runs, no medians.
TEST(Graphs, PublishedMeansAndExtremesStandBehindMeasuredOnes) {
  std::vector<MadeUp> rows;
  for (const auto& [scene, side, ms] : {std::tuple{"10000", 100, 0.01}, {"1000000", 1000, 0.2}})
    rows.push_back({"histogram", scene, "cuda_shared", Processor::gpu, side, ms, 0});
  Bench bench = bench_of(rows);
  bench.suite = *std::ranges::find(suites(), std::string_view("histogram-runs"), &Suite::id);
  const Result result = result_of(bench);
  EXPECT_EQ(count_of(svg_of(graph_of(result, "times")), "published, "), 0U);
  for (const char* id : {"means", "longest", "shortest"}) {
    const Graph graph = graph_of(result, id);
    EXPECT_NE(svg_of(graph).find("published, &quot;Proyecto final"), std::string::npos) << id;
    // its second program at 10000 and at 1000000 values
    const std::array expected = id == std::string_view("means")     ? std::array{0.00644241, 0.0126207}
                                : id == std::string_view("longest") ? std::array{0.02048, 0.024576}
                                                                    : std::array{0.005152, 0.011264};
    const auto faint = std::ranges::find_if(graph.plots.front().lines,
                                            [](const PlotLine& line) { return line.faint && !line.points.empty(); });
    ASSERT_NE(faint, graph.plots.front().lines.end()) << id;
    ASSERT_EQ(faint->points.size(), 2U) << id;
    EXPECT_EQ(faint->points[0].y, expected[0]) << id;
    EXPECT_EQ(faint->points[1].y, expected[1]) << id;
    EXPECT_EQ(graph.about.find("not measured here"), std::string::npos) << id;
  }
}

/// Without a GPU there is nothing that they could stand behind.
TEST(Graphs, SayWhereNothingPublishedIsOfTheirVariants) {
  std::vector<MadeUp> rows;
  for (const auto& [scene, side, ms] : {std::tuple{"10000", 100, 0.01}, {"1000000", 1000, 0.2}})
    rows.push_back({"histogram", scene, "simd", Processor::cpu, side, ms, 1});
  Bench bench = bench_of(rows);
  bench.suite = *std::ranges::find(suites(), std::string_view("histogram-runs"), &Suite::id);
  const Result result = result_of(bench);
  for (const char* id : {"means", "longest", "shortest"}) {
    const Graph graph = graph_of(result, id);
    EXPECT_EQ(svg_of(graph).find("published, "), std::string::npos) << id;
    EXPECT_NE(
        graph.about.find("The published times are of variants that were not measured here, so they have no curve."),
        std::string::npos)
        << id;
  }
}

TEST(Graphs, ThreadsStandBesideAmdahlsLaw) {
  const Result result = result_of(threads());
  const Graph graph = graph_of(result, "threads");
  EXPECT_EQ(graph.words, "full, fp32: omp_dynamic: 1 at 1 to 3.077 at 4; ideal: 1 at 1 to 4 at 4.");
  EXPECT_EQ(fault_in_xml(svg_of(graph)), "");
  const std::string words = markdown(findings(result));
  EXPECT_NE(
      words.find("omp_dynamic is 3.08 times as fast on 4 threads as on one, an efficiency of 76.9 %. Its serial "
                 "fraction by Karp and Flatt is 10.0 %; by Amdahl's law no number of threads makes it more than 10 "
                 "times as fast."),
      std::string::npos)
      << words;
}

TEST(Graphs, RooflineIsOfTheRunsOwnCeilings) {
  const Result result = result_of(threads());
  const ResultRow& row = result.rows.back();
  const std::optional<Roof> roof = roof_of(result, row);
  ASSERT_TRUE(roof.has_value());
  EXPECT_EQ(roof->fma_per_s, 8e9);
  EXPECT_EQ(roof->near_bytes_per_s, 2e10);
  EXPECT_EQ(roof->memory_bytes_per_s, 1e10) << "of all 4 threads";
  const std::optional<RoofPoint> point = roof_point(row);
  ASSERT_TRUE(point.has_value());
  EXPECT_NEAR(point->fma_per_byte, 4, 1e-9);
  EXPECT_NEAR(point->fma_per_s, 4e6 / row.number("median_ms") * 1e3, 1);
  const Graph graph = graph_of(result, "roofline");
  EXPECT_NE(graph.words.find("omp_dynamic: 1.231e+09 at 4."), std::string::npos) << graph.words;
  EXPECT_EQ(graph.words.find("sequential"), std::string::npos) << "it ran on one thread, below another roof";
  EXPECT_EQ(fault_in_xml(svg_of(graph)), "");
}

/// The GPU alone takes 10 ms and the CPU 30; half to each takes 15, three quarters to the GPU 7.5.
TEST(Graphs, SharesHaveTheParticipantsTheFrameAndOtherWaysToShare) {
  Bench bench = bench_of({{"mandelbrot", "0.5", "simd + cuda_2d", Processor::split},
                          {"mandelbrot", "0.75", "simd + cuda_2d", Processor::split},
                          {"mandelbrot", "0.9", "simd + cuda_2d", Processor::split},
                          {"mandelbrot", "auto", "simd + cuda_2d", Processor::split}});
  const std::vector<double> shares{0.5, 0.75, 0.9, 0.75};
  for (std::size_t i = 0; i < shares.size(); ++i) {
    const double share = shares[i];
    BenchRow& row = bench.rows[i];
    row.what.settings.execution.shares = {share};
    if (i == 3) row.what.settings.execution.sharing = Sharing::automatic;
    ParticipantsRow& participants = row.participants.emplace();
    participants.participants = {
        {.participant = {Processor::gpu, 0}, .share = share, .ms = 10 * share, .alone_ms = 10},
        {.participant = {Processor::cpu, 0}, .share = 1 - share, .ms = 30 * (1 - share), .alone_ms = 30}};
    participants.compute_ms = participants.frame_ms = std::max(10 * share, 30 * (1 - share));
  }
  const Graph graph = graph_of(result_of(bench), "shares");
  EXPECT_EQ(graph.title, "time of a frame by the share of GPU 0");
  EXPECT_EQ(graph.words, "GPU 0: 5 at 50 to 9 at 90; CPU: 15 at 50 to 3 at 90; frame: 15 at 50 to 9 at 90.");
  const std::string svg = svg_of(graph);
  EXPECT_EQ(fault_in_xml(svg), "");
  for (const char* each : {">ideal, 7.500 ms<", ">auto, 7.500 ms<", ">75 %: 7.500 ms<"})
    EXPECT_NE(svg.find(each), std::string::npos) << each;
}

TEST(Graphs, NoneIsThereWithoutAnythingToCompare) {
  const Result alone = result_of({{"mandelbrot", "full", "simd"}});
  EXPECT_EQ(ids_of(graphs_of(alone)), "roofline");
  const Result pair =
      result_of({{"mandelbrot", "full", "simd"}, {"mandelbrot", "full", "simd_tuned", Processor::cpu, 256, 2}});
  EXPECT_EQ(ids_of(graphs_of(pair)), "times roofline");
  EXPECT_EQ(ids_of(graphs_of(result_of(blocks()))), "times roofline rates blocks");
  EXPECT_EQ(ids_of(graphs_of(result_of(threads()))), "times threads roofline");
}

TEST(Graphs, InAPageWhatIsNoDataHasThePagesColors) {
  const std::string svg = svg_of(graph_of(result_of(threads()), "threads"));
  for (const char* each : {"class=\"grid\"", "class=\"axis\"", "class=\"soft\"", "class=\"body\"", "class=\"mark\""})
    EXPECT_NE(svg.find(each), std::string::npos) << each;
  for (const char* each : {"#222222", "#444444", "#dddddd", "fill=\"white\""})
    EXPECT_EQ(svg.find(each), std::string::npos) << each;
  EXPECT_EQ(count_of(svg, "<title id=\"a-title\">speed-up over threads</title>"), 1U);
  EXPECT_EQ(count_of(svg, "<desc id=\"a-about\">full, fp32: omp_dynamic"), 1U);
}

}  // namespace
}  // namespace heteroscope
