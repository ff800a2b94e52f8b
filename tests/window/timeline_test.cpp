// Who was busy when.
#include "app/scope/timeline.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <string>

#include "app/scope/traced.hpp"
#include "core/trace/side_by_side.hpp"

namespace heteroscope {
namespace {

const Participant gpu{Processor::gpu, 0};
const Participant cpu{Processor::cpu, 0};

/// Two multiprocessors, each of which computes two blocks at once at first; and a span of a pass before.
Trace two_units() {
  Trace out;
  const auto whole = [](Size space) { return std::vector<Region>{{{0, space.width}, {0, space.height}}}; };
  out.passes = {{.name = "before", .space = {6, 1}, .regions = whole({6, 1})},
                {.name = "cells", .space = {6, 1}, .regions = whole({6, 1})}};
  out.launches = {{.pass = 0, .columns = 1, .rows = 1}, {.pass = 1, .columns = 6, .rows = 1}};
  out.spans = {{.cells = {0, 6}, .launch = 0, .number = 0, .unit = 0, .start_ns = 500, .end_ns = 900},
               {.cells = {0, 1}, .launch = 1, .number = 0, .unit = 0, .start_ns = 1000, .end_ns = 2000},
               {.cells = {1, 1}, .launch = 1, .number = 1, .unit = 1, .start_ns = 1000, .end_ns = 2000},
               {.cells = {2, 1}, .launch = 1, .number = 2, .unit = 0, .start_ns = 1500, .end_ns = 2500},
               {.cells = {3, 1}, .launch = 1, .number = 3, .unit = 1, .start_ns = 1500, .end_ns = 2500},
               {.cells = {4, 1}, .launch = 1, .number = 4, .unit = 1, .start_ns = 3000, .end_ns = 5000}};
  return out;
}

TimelineRows one_row_each(const Timeline& timeline) {
  return rows_with_room(timeline, {0, static_cast<double>(timeline.units.count())}, 0);
}

Timeline timeline_with_all(const std::vector<Participant>& participants, const std::vector<Trace>& traces) {
  const auto made = traced_mapping(participants, traces, {}, {6, 1}, {});
  Timeline out = timeline_of(made->times);
  add_other_passes(out, made->times, traces, made->passes);
  return out;
}

TEST(Timeline, CopiesHaveARowForEachWay) {
  Trace trace = two_units();
  trace.copies = {{"to host", 4096, 200, 700}, {"to device", 2000000, 5500, 9000}, {"to host", 64, 6000, 7000}};
  const Timeline timeline = timeline_with_all({gpu}, {trace});
  ASSERT_EQ(timeline.beside.size(), 2U);
  const Timeline::Beside& in = timeline.beside[0];
  const Timeline::Beside& out = timeline.beside[1];
  EXPECT_EQ(in.name, "copies to device, GPU 0");
  ASSERT_EQ(in.acts.size(), 1U);
  EXPECT_EQ(in.acts[0].words, "2.000 MB");
  EXPECT_EQ(out.name, "copies to host, GPU 0");
  ASSERT_EQ(out.acts.size(), 2U) << "one while the other way was copied, too";
  EXPECT_EQ(out.acts[0].from, -0.8F) << "before the first span that is shown";
  EXPECT_DOUBLE_EQ(timeline.whole.from, static_cast<double>(-0.8F));
  EXPECT_EQ(timeline.whole.to, 8);
  EXPECT_TRUE(timeline_with_all({gpu}, {two_units()}).beside.empty());
}

TEST(Timeline, SaysHowUnitsWereBusy) {
  const Timeline timeline = timeline_with_all({gpu}, {two_units()});
  ASSERT_EQ(timeline.use.size(), 1U);
  const UnitUse& use = timeline.use[0];
  EXPECT_EQ(use.units, 2U);
  EXPECT_EQ(use.at_once, 2U);
  EXPECT_DOUBLE_EQ(use.waves, 5.0 / 4);
  // four find room at once; the fifth begins a wave
  EXPECT_EQ(use.wave_starts, (std::vector<float>{2}));
  // 1.5 and 3.5 of 4 µs
  EXPECT_NEAR(use.busy, 2.5 / 4, 1e-6);
  EXPECT_NEAR(use.imbalance, 3.5 / 2.5, 1e-6);
  EXPECT_NEAR(use.tail.from, 1.5, 1e-6);
  EXPECT_NEAR(use.tail.to, 4, 1e-6);
}

TEST(Timeline, HasTheSpansOfOtherPassesBeside) {
  const Timeline timeline = timeline_with_all({gpu}, {two_units()});
  EXPECT_EQ(timeline.bars.size(), 6U);
  EXPECT_EQ(timeline.shown, (TimeSpan{0, 4}));
  EXPECT_NEAR(timeline.whole.from, -0.5, 1e-6);
  EXPECT_NEAR(timeline.whole.to, 4, 1e-6);
  EXPECT_EQ(timeline.at(0, -0.3), std::nullopt);  // another pass's
  EXPECT_EQ(timeline.at(0, 0.2), 0);
  EXPECT_EQ(timeline.at(0, 0.7), 2);  // the last that began
  EXPECT_EQ(timeline.at(1, 3), 4);
  EXPECT_EQ(timeline.at(1, 1.7), std::nullopt);
}

TEST(Timeline, IsDrawnInParts) {
  const Timeline timeline = timeline_with_all({gpu}, {two_units()});
  const std::vector<std::uint32_t> colors{1, 2, 3, 4, 5, 6};
  const Picture late = timeline_picture(timeline, colors, 99, {2, 4}, 4, one_row_each(timeline));
  ASSERT_EQ(late.size, (Size{4, 2}));
  for (std::size_t x = 0; x < 4; ++x) {
    EXPECT_EQ(late.pixels[x], 0U) << x;
    EXPECT_EQ(late.pixels[4 + x], 0xff000005U) << x;
  }
  const Picture early = timeline_picture(timeline, colors, 99, {-0.5, 0}, 5, one_row_each(timeline));
  EXPECT_EQ(early.pixels[0], 0xff000063U);
  EXPECT_EQ(early.pixels[4], 0U);
  EXPECT_EQ(early.pixels[5], 0U);
  EXPECT_TRUE(timeline_picture(timeline, colors, 99, {1, 1}, 4, one_row_each(timeline)).pixels.empty());
}

TEST(SideBySide, TakesTheLowestFreeTrack) {
  SideBySide<int> places;
  EXPECT_EQ(places.tracks(), 0U);
  EXPECT_EQ(places.place(0, 10), 0U);
  EXPECT_EQ(places.place(0, 4), 1U);
  EXPECT_EQ(places.place(2, 6), 2U);
  EXPECT_EQ(places.place(4, 5), 1U) << "which has just ended";
  EXPECT_EQ(places.place(5, 5), 1U) << "took no time";
  EXPECT_EQ(places.place(5, 20), 1U);
  EXPECT_EQ(places.place(6, 7), 2U);
  EXPECT_EQ(places.place(30, 31), 0U);
  EXPECT_EQ(places.tracks(), 3U);
}

TEST(SideBySide, HasNoTwoAtTheSameTimeAndNoMoreTracksThanMost) {
  constexpr std::uint32_t count = 2000;
  std::mt19937 random(5);
  const auto below = [&](std::uint32_t most) { return static_cast<std::uint32_t>(random() % most); };
  std::vector<std::pair<std::uint32_t, std::uint32_t>> spans;  // from, to
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t from = below(4000);
    spans.emplace_back(from, from + 1 + below(i % 50 == 0 ? 900 : 30));
  }
  std::ranges::sort(spans);
  SideBySide<std::uint32_t> places;
  std::map<std::uint32_t, std::uint32_t> ends;  // by track
  std::uint32_t most = 0;
  for (std::size_t i = 0; i < spans.size(); ++i) {
    const std::uint32_t from = spans[i].first;
    const std::uint32_t to = spans[i].second;
    std::uint32_t& end = ends[places.place(from, to)];
    EXPECT_LE(end, from) << i;
    end = to;
    const auto under_way = std::ranges::count_if(spans.begin(), spans.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                                                 [&](const auto& each) { return each.second > from; });
    most = std::max(most, static_cast<std::uint32_t>(under_way));
  }
  EXPECT_EQ(places.tracks(), most);
  EXPECT_GT(most, 10U);
}

TEST(SideBySide, AMillionAreNotComparedWithEachOther) {
  // all at the same time: were each looked at for each other, this would take hours
  constexpr std::uint32_t count = 1000000;
  SideBySide<std::uint32_t> places;
  for (std::uint32_t i = 0; i < count; ++i) ASSERT_EQ(places.place(i, 2 * count - i), i);
  EXPECT_EQ(places.place(2 * count, 2 * count + 1), 0U);
  EXPECT_EQ(places.tracks(), count);
}

TEST(Timeline, PutsWhatAUnitComputesAtTheSameTimeSideBySide) {
  const Timeline timeline = timeline_with_all({gpu}, {two_units()});
  EXPECT_EQ(timeline.at_once, (std::vector<std::uint32_t>{2}));
  std::map<std::int64_t, std::uint32_t> places;
  for (const Timeline::Bar& each : timeline.bars) places[each.span] = each.beside;
  EXPECT_EQ(places, (std::map<std::int64_t, std::uint32_t>{{-1, 0}, {0, 0}, {1, 0}, {2, 1}, {3, 1}, {4, 0}}));
  EXPECT_EQ(timeline.place_of(1, 3, 0.5), 1U);
  EXPECT_EQ(timeline.place_of(1, 4, 2), 0U);
  EXPECT_EQ(timeline.at(0, 0.7, 0), 0);
  EXPECT_EQ(timeline.at(0, 0.7, 1), 2);
  EXPECT_EQ(timeline.at(0, 0.2, 1), std::nullopt);
}

TEST(Timeline, HasRowsSideBySideWhereThereIsRoom) {
  Trace rows;
  rows.passes = {{.name = "cells", .space = {6, 1}, .regions = {{{5, 6}, {0, 1}}}}};
  rows.launches = {{.kind = SpanKind::thread}};
  rows.spans = {{.cells = {5, 1}, .unit = 0, .start_ns = 2000, .end_ns = 4000}};
  const Timeline timeline = timeline_with_all({gpu, cpu}, {two_units(), rows});
  ASSERT_EQ(timeline.at_once, (std::vector<std::uint32_t>{2, 1}));
  const auto with_room = [&](const UnitSpan& units, double room) { return rows_with_room(timeline, units, room); };
  EXPECT_EQ(with_room({0, 3}, 5.9), (TimelineRows{0, 3, {1, 1}}));
  EXPECT_EQ(with_room({0, 3}, 6), (TimelineRows{0, 3, {2, 1}}));
  EXPECT_EQ(with_room({0.5, 2.5}, 4), (TimelineRows{0, 3, {2, 1}}));
  EXPECT_EQ(with_room({1, 2}, 1.5), (TimelineRows{1, 2, {1, 1}}));
  const std::vector<std::uint32_t> colors{1, 2, 3, 4, 5, 6, 7};
  const Picture picture = timeline_picture(timeline, colors, 99, {0, 4}, 8, with_room({0, 3}, 6));
  ASSERT_EQ(picture.size, (Size{8, 5}));
  const auto row = [&](int y) {
    std::string out;
    for (int x = 0; x < 8; ++x) {
      const std::uint32_t color = picture.pixels[std::size_t{8} * static_cast<std::size_t>(y) + x];
      out += color == 0 ? '.' : static_cast<char>('0' + (color & 255U));
    }
    return out;
  };
  // half a µs a column; a span that ends where a column begins shows there, too
  EXPECT_EQ(row(0), "111.....");
  EXPECT_EQ(row(1), ".333....");
  EXPECT_EQ(row(2), "222.5555");
  EXPECT_EQ(row(3), ".444....");
  EXPECT_EQ(row(4), "..77777.");
  const Picture second = timeline_picture(timeline, colors, 99, {0, 4}, 8, with_room({1, 2}, 2));
  ASSERT_EQ(second.size, (Size{8, 2}));
  EXPECT_TRUE(std::equal(second.pixels.begin(), second.pixels.end(), picture.pixels.begin() + 16));
}

TEST(Timeline, ParticipantsAreByOneClock) {
  Trace rows;
  rows.passes = {{.name = "cells", .space = {6, 1}, .regions = {{{5, 6}, {0, 1}}}}};
  rows.launches = {{.kind = SpanKind::thread}};
  rows.spans = {{.cells = {5, 1}, .unit = 0, .start_ns = 2000, .end_ns = 4000}};
  const Timeline timeline = timeline_with_all({gpu, cpu}, {two_units(), rows});
  ASSERT_EQ(timeline.use.size(), 2U);
  EXPECT_EQ(timeline.units.count(), 3U);
  EXPECT_EQ(timeline.units.name(2), "thread 0");
  EXPECT_EQ(timeline.at(2, 1.5), 6);
  EXPECT_EQ(timeline.at(2, 0.5), std::nullopt);
}

}  // namespace
}  // namespace heteroscope
