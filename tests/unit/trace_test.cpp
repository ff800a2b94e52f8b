#include <gtest/gtest.h>

#include <map>
#include <utility>
#include <vector>

#include "core/trace/chrome.hpp"
#include "core/trace/coverage.hpp"
#include "core/trace/load.hpp"
#include "core/trace/runs.hpp"
#include "core/trace/writer.hpp"
#include "tests/json.hpp"
#include "tests/two_threads.hpp"

namespace heteroscope {
namespace {

using testing::two_threads;

using json = nlohmann::json;

constexpr Size space{10, 6};
constexpr Region whole{{0, 10}, {0, 6}};

/// How often a span has each cell.
std::map<std::pair<int, int>, int> cells_in_spans(const SpanShape& shape, Cells cells, Region region = whole) {
  const TracedPass pass{.space = space, .regions = {region}};
  const TracedLaunch launch{.shape = shape};
  std::map<std::pair<int, int>, int> out;
  for_each_run(pass, launch, cells, region, [&](int y, Rows columns) {
    for (int x = columns.begin; x < columns.end; ++x) ++out[{x, y}];
  });
  return out;
}

std::map<std::pair<int, int>, int> rectangle(int x0, int x1, int y0, int y1) {
  std::map<std::pair<int, int>, int> out;
  for (int y = y0; y < y1; ++y) {
    for (int x = x0; x < x1; ++x) out[{x, y}] = 1;
  }
  return out;
}

TEST(TraceRuns, ARectangleEndsAtTheEdgeOfItsRegion) {
  // columns 8 to 11 of rows 4 to 7
  EXPECT_EQ(cells_in_spans({.run = 4, .stride = 10}, {48, 34}), rectangle(8, 10, 4, 6));
  EXPECT_EQ(cells_in_spans({.run = 4, .stride = 10}, {23, 14}), rectangle(3, 7, 2, 4));
  EXPECT_EQ(cells_in_spans({.run = 4, .stride = 10}, {23, 14}, {{5, 9}, {3, 6}}), rectangle(5, 7, 3, 4));
}

TEST(TraceRuns, WithoutARunASpanIsAsWideAsItsLastOne) {
  EXPECT_EQ(cells_in_spans({.stride = 10}, {23, 14}), rectangle(3, 7, 2, 4));
  EXPECT_EQ(cells_in_spans({.stride = 10}, {20, 20}), rectangle(0, 10, 2, 4));
}

TEST(TraceRuns, ALineGoesOnInTheNextRow) {
  auto expected = rectangle(7, 10, 1, 2);
  expected.merge(rectangle(0, 4, 2, 3));
  EXPECT_EQ(cells_in_spans({.wraps = true}, {17, 7}), expected);
}

TEST(TraceRuns, ACombHasItsTeeth) {
  auto expected = rectangle(1, 3, 0, 1);
  expected.merge(rectangle(8, 10, 0, 1));
  expected.merge(rectangle(5, 6, 1, 2));
  EXPECT_EQ(cells_in_spans({.run = 2, .stride = 7, .wraps = true}, {1, 15}), expected);
}

TEST(TraceRuns, LeapsGoDownToTheEndOrAlongTheRow) {
  auto down = rectangle(0, 2, 0, 1);
  down.merge(rectangle(0, 2, 2, 3));
  down.merge(rectangle(0, 2, 4, 5));
  EXPECT_EQ(cells_in_spans({.run = 2, .stride = 10, .leap = 20}, {0, 2}), down);
  auto along = rectangle(1, 3, 1, 3);
  along.merge(rectangle(5, 7, 1, 3));
  along.merge(rectangle(9, 10, 1, 3));
  EXPECT_EQ(cells_in_spans({.run = 2, .stride = 10, .leap = 4}, {11, 12}), along);
}

TEST(TraceRuns, NothingIsNothing) {
  EXPECT_TRUE(cells_in_spans({.run = 2, .stride = 10}, {7, 0}).empty());
}

TEST(SpanRecord, EndsAreWholeTimesAgain) {
  SpanRecord record{.start_ns = (5ULL << 48) + 0xffffffffff00, .end_and_unit = 0x10ULL << 16 | 131, .cells = {}};
  EXPECT_EQ(record.unit(), 131U);
  EXPECT_EQ(record.end_ns(), (6ULL << 48) + 0x10);
  record = {.start_ns = (5ULL << 48) + 7, .end_and_unit = 9ULL << 16, .cells = {}};
  EXPECT_EQ(record.end_ns(), (5ULL << 48) + 9);
}

TEST(TraceWriter, CollectsByStart) {
  const Trace trace = two_threads().collect();
  ASSERT_EQ(trace.spans.size(), 4U);
  EXPECT_EQ(trace.spans[0].cells.first, 0U);
  EXPECT_EQ(trace.spans[1].cells.first, 9U);
  EXPECT_EQ(trace.spans[1].unit, 1U);
  EXPECT_EQ(trace.spans[2].end_ns, 400U);
  EXPECT_EQ(trace.spans[3].cells.first, 3U);
  EXPECT_EQ(wrong_coverage(trace), "");
}

TEST(TraceWriter, BandsAreRegionsOfOnePass) {
  TraceWriter writer(1);
  for (const Rows rows : {Rows{0, 2}, {2, 4}}) {
    writer.begin_call(0, -1, 0);
    // the first pass has a row more on each side, which both bands compute
    const Rows wider{std::max(rows.begin - 1, 0), std::min(rows.end + 1, 4)};
    for (const auto& [name, of] : {std::pair{"across", wider}, {"down", rows}}) {
      writer.begin_pass({name, Over::output, {1, 4}, {{0, 1}, of}});
      writer.begin_threads({.stride = 1});
      writer.add(0, {static_cast<std::uint64_t>(of.begin), static_cast<std::uint64_t>(of.count())}, 1, 2);
    }
  }
  const Trace trace = writer.collect();
  ASSERT_EQ(trace.passes.size(), 2U);
  EXPECT_EQ(trace.passes[0].regions.size(), 2U);
  EXPECT_EQ(wrong_coverage(trace), "");
}

TEST(TraceWriter, BandsMayComputeTheSameRegion) {
  TraceWriter writer(1);
  // of two rows both bands need both of the pass before
  for (int band = 0; band < 2; ++band) {
    writer.begin_call(0, -1, 0);
    writer.begin_pass({"across", Over::output, {1, 2}, {{0, 1}, {0, 2}}});
    writer.begin_threads({.stride = 1});
    writer.add(0, {0, 2}, 1, 2);
  }
  const Trace trace = writer.collect();
  ASSERT_EQ(trace.passes.size(), 1U);
  EXPECT_EQ(trace.passes.front().regions.size(), 2U);
  EXPECT_EQ(wrong_coverage(trace), "");
}

TEST(TraceWriter, PartsOfAGridAreOfOneRegion) {
  TraceWriter writer(1);
  for (int part = 0; part < 3; ++part) {
    writer.begin_call(0, -1, 0, Calls::of_parts);
    writer.begin_pass({.name = "cells", .space = space, .region = whole});
    writer.begin_threads({.stride = 10});
    writer.add(0, {static_cast<std::uint64_t>(20 * part), 20}, 10, 20);
  }
  const Trace trace = writer.collect();
  ASSERT_EQ(trace.passes.size(), 1U);
  EXPECT_EQ(trace.passes.front().regions, std::vector<Region>{whole});
  EXPECT_EQ(wrong_coverage(trace), "");
}

/// A queue's pieces have as many blocks as they have rows: so many sums does the last pass go over.
TEST(TraceWriter, ARowOfAnyLengthIsOnePassOverTheLongest) {
  TraceWriter writer(1);
  for (const int width : {2, 5, 3}) {
    writer.begin_call(0, -1, 0);
    writer.begin_pass({"conquer", Over::other, {width, 1}, {{0, width}, {0, 1}}});
    writer.begin_threads({});
    writer.add(0, {0, static_cast<std::uint64_t>(width)}, 1, 2);
  }
  const Trace trace = writer.collect();
  ASSERT_EQ(trace.passes.size(), 1U);
  EXPECT_EQ(trace.passes[0].space, (Size{5, 1}));
  EXPECT_EQ(trace.passes[0].regions.size(), 3U);
  EXPECT_EQ(wrong_coverage(trace), "");
}

TEST(TraceWriter, OtherSpacesAreOtherPasses) {
  TraceWriter writer(1);
  for (const int width : {2, 5}) {
    writer.begin_call(0, -1, 0);
    writer.begin_pass({"tiles", Over::other, {width, 2}, {{0, width}, {0, 2}}});
  }
  EXPECT_EQ(writer.collect().passes.size(), 2U);
}

TEST(TraceWriter, StepsAreNotTheSamePass) {
  TraceWriter writer(1);
  for (const int step : {0, 1}) {
    writer.begin_call(0, step, 1);
    writer.begin_pass({"rows", Over::state, {1, 1}, {{0, 1}, {0, 1}}});
  }
  EXPECT_EQ(writer.collect().passes.size(), 2U);
}

TEST(TraceWriter, TakesOverWhatAnotherHasTakenDown) {
  TraceWriter all(3);
  all.take_over(2, [] {
    TraceWriter one(1);
    one.begin_call(1, -1, 0);
    one.begin_pass({"rows", Over::output, {2, 2}, {{0, 2}, {0, 1}}});
    one.begin_threads({.stride = 2});
    one.add(0, {0, 2}, 1, 2);
    return one;
  }());
  all.take_over(1, [] {
    TraceWriter one(1);
    one.begin_call(1, -1, 0);
    one.begin_pass({"rows", Over::output, {2, 2}, {{0, 2}, {1, 2}}});
    one.begin_threads({.stride = 2});
    one.add(0, {2, 2}, 1, 2);
    return one;
  }());
  const Trace trace = all.collect();
  ASSERT_EQ(trace.passes.size(), 1U);
  EXPECT_EQ(trace.passes[0].stage, 1);
  ASSERT_EQ(trace.spans.size(), 2U);
  EXPECT_EQ(trace.spans[0].unit, 1U);
  EXPECT_EQ(trace.spans[1].unit, 2U);
  EXPECT_EQ(wrong_coverage(trace), "");
}

TEST(TraceWriter, RecordsBecomeSpans) {
  std::vector<SpanRecord> memory(6);
  TraceWriter writer(memory.data(), 6);
  writer.begin_call(0, -1, 0);
  writer.begin_pass({"cells", Over::output, {4, 1}, {{0, 4}, {0, 1}}});
  const SpanSink first = writer.begin_launch({.columns = 2, .grid = 3, .first_number = 8, .twice = true}, {.run = 1});
  ASSERT_EQ(first.count, 4U);
  // the second of them has two cells and thus two records, the first was never begun
  first.records[1] = {.start_ns = 50, .end_and_unit = 70ULL << 16 | 5, .cells = {1, 1}};
  first.records[3] = {.start_ns = 50, .end_and_unit = 70ULL << 16 | 5, .cells = {2, 1}};
  const SpanSink second = writer.begin_launch({.columns = 5}, {.run = 1, .origin = 3});
  ASSERT_EQ(second.count, 2U) << "as many as there is room for";
  second.records[0] = {.start_ns = 10, .end_and_unit = 20ULL << 16, .cells = {0, 1}};
  EXPECT_EQ(writer.records_used(), 6U);
  EXPECT_EQ(writer.begin_launch({}, {}).records, nullptr);
  const Trace trace = writer.collect(memory);
  ASSERT_EQ(trace.spans.size(), 3U);
  EXPECT_EQ(trace.spans[0].cells, (Cells{3, 1})) << "counted from where the launch begins";
  EXPECT_EQ(trace.spans[1].number, 9U);
  EXPECT_EQ(trace.spans[2].number, 9U);
  EXPECT_EQ(trace.spans[1].unit, 5U);
  EXPECT_EQ(trace.launch_of(trace.spans[1]).grid, 3U);
  EXPECT_EQ(trace.dropped, 4U);
}

TEST(TraceWriter, LaunchesMayShareATable) {
  std::vector<SpanRecord> memory(9);
  TraceWriter writer(memory.data(), 9);
  writer.begin_pass({"cells", Over::output, {3, 3}, whole});
  const SpanSink table = writer.begin_table(3, 3);
  writer.add_to_table({.columns = 2, .rows = 2, .grid = 1}, {.run = 1}, 3);
  writer.add_to_table({.columns = 1, .rows = 1, .grid = 2}, {.run = 1}, 2);
  table.records[7] = {.start_ns = 1, .end_and_unit = 2ULL << 16, .cells = {7, 1}};
  table.records[2] = {.start_ns = 3, .end_and_unit = 4ULL << 16, .cells = {2, 1}};
  const Trace trace = writer.collect(memory);
  ASSERT_EQ(trace.spans.size(), 2U);
  EXPECT_EQ(trace.spans[0].number, 3U);
  EXPECT_EQ(trace.launch_of(trace.spans[1]).grid, 2U);
}

TEST(TraceCoverage, NamesTheFirstWrongCell) {
  Trace trace = two_threads().collect();
  trace.spans.pop_back();  // row 1
  EXPECT_EQ(wrong_coverage(trace), "trace: pass \"rows\" of stage 0 has 0 spans with cell (0, 1), not 1");
  trace = two_threads().collect();
  trace.spans.back().cells = {3, 4};
  EXPECT_EQ(wrong_coverage(trace), "trace: pass \"rows\" of stage 0 has 0 spans with cell (1, 1), not 1");
  trace.spans.back().cells = {3, 6};
  EXPECT_EQ(wrong_coverage(trace), "trace: pass \"rows\" of stage 0 has 2 spans with cell (0, 2), not 1");
  trace.dropped = 1;
  EXPECT_EQ(wrong_coverage(trace), "") << "nothing is claimed of a trace that is not whole";
}

TEST(TraceCoverage, ATriangleHasNoCellsAboveItsDiagonal) {
  TraceWriter writer(1);
  writer.begin_pass({"rows", Over::output, {3, 3}, {{0, 3}, {0, 3}}, Domain::lower_triangle});
  writer.begin_threads({.stride = 3});
  for (const std::uint64_t y : {0U, 1U, 2U}) writer.add(0, {3 * y, y + 1}, 1, 2);
  EXPECT_EQ(wrong_coverage(writer.collect()), "");
}

TEST(ChromeTrace, SpansAtTheSameTimeStandSideBySide) {
  Trace trace = two_threads().collect();
  trace.spans[0].end_ns = 350;  // now beside ...
  trace.spans[2].unit = 0;      // ... this one
  const NamedTrace named{.participant = "CPU", .unit = "thread", .trace = &trace};
  const json parsed = json_of(chrome_trace(std::span(&named, 1), R"({"a":1})"));
  EXPECT_EQ(parsed.at("otherData").at("a"), 1);
  std::map<std::string, int> tracks;
  std::map<int, double> ends;
  int spans = 0;
  for (const json& event : parsed.at("traceEvents")) {
    if (event.at("name") == "thread_name")
      tracks[event.at("args").at("name").get<std::string>()] = event.at("tid").get<int>();
    if (event.at("ph") != "X") continue;
    ++spans;
    double& end = ends[event.at("tid").get<int>()];
    EXPECT_GE(event.at("ts").get<double>(), end) << "no two overlap in a track";
    end = event.at("ts").get<double>() + event.at("dur").get<double>();
    EXPECT_EQ(event.at("name"), "rows");
  }
  EXPECT_EQ(spans, 4);
  EXPECT_EQ(tracks.size(), 3U);
  EXPECT_TRUE(tracks.contains("thread 0 · 1"));
  EXPECT_TRUE(tracks.contains("thread 1"));
}

TEST(ChromeTrace, CopiesHaveTracksOfTheirOwn) {
  Trace trace = two_threads().collect();
  // the first begins ahead of the first span, at 100 ns; both ways at the same time, and one of them twice
  trace.copies = {{"to host", 4096, 50, 2150}, {"to device", 64, 100, 900}, {"to host", 32, 2000, 2400}};
  const NamedTrace named{.participant = "GPU 0", .unit = "SM", .trace = &trace};
  const json parsed = json_of(chrome_trace(std::span(&named, 1), "{}"));
  std::map<int, std::string> tracks;
  for (const json& event : parsed.at("traceEvents")) {
    if (event.at("name") == "thread_name")
      tracks[event.at("tid").get<int>()] = event.at("args").at("name").get<std::string>();
  }
  std::map<std::string, json> copies;  // by track
  for (const json& event : parsed.at("traceEvents")) {
    if (event.at("ph") != "X" || event.at("cat") != "copy") continue;
    EXPECT_TRUE(copies.emplace(tracks.at(event.at("tid").get<int>()), event).second) << "no two overlap in a track";
  }
  ASSERT_EQ(copies.size(), 3U);
  const json& first = copies.at("copies to host · 0");
  EXPECT_EQ(first.at("name"), "to host");
  EXPECT_EQ(first.at("args").at("bytes"), 4096);
  EXPECT_DOUBLE_EQ(first.at("ts").get<double>(), -0.05);
  EXPECT_DOUBLE_EQ(first.at("dur").get<double>(), 2.1);
  EXPECT_EQ(copies.at("copies to host · 1").at("args").at("bytes"), 32);
  EXPECT_EQ(copies.at("copies to device").at("args").at("bytes"), 64);
}

TEST(ChromeTrace, WithoutSpansIsATraceToo) {
  const Trace none;
  const NamedTrace named{.participant = "GPU \"0\"", .unit = "SM", .trace = &none};
  EXPECT_EQ(json_of(chrome_trace(std::span(&named, 1), "{}")).at("lanes").at(0).at("lane"), "GPU \"0\"");
  EXPECT_TRUE(json_of(chrome_trace({}, "{}")).at("traceEvents").empty());
}

TEST(TraceLoad, IsTheShareOfTheUnitsTime) {
  // thread 0 computes from 100 to 150 and 500 to 600, thread 1 from 100 to 120 and 300 to 400
  const Load load = load_of(two_threads().collect());
  EXPECT_EQ(load.units, 2);
  EXPECT_EQ(load.span_ns, 500);
  EXPECT_DOUBLE_EQ(load.busy, 135.0 / 500);
  EXPECT_DOUBLE_EQ(load.imbalance, 150.0 / 135);
  EXPECT_EQ(load_of({}).units, 0);
}

TEST(TraceLoad, SpansAtTheSameTimeCountOnce) {
  Trace trace;
  trace.spans = {{.start_ns = 0, .end_ns = 100}, {.start_ns = 50, .end_ns = 80}, {.start_ns = 90, .end_ns = 200}};
  EXPECT_DOUBLE_EQ(load_of(trace).busy, 1);
}

}  // namespace
}  // namespace heteroscope
