// What the cover view does over time: background work, the replay, what it remembers of measured times.
#include <gtest/gtest.h>

#include <chrono>
#include <functional>
#include <thread>

#include "app/window/clock.hpp"
#include "app/window/cover_measured.hpp"
#include "app/window/cover_replay.hpp"
#include "app/window/cover_task.hpp"
#include "app/window/latest_task.hpp"
#include "kernels/registry.hpp"
#include "tests/window/driven_program.hpp"

namespace heteroscope {
namespace {

const Workload& covered() {
  for (const Workload* each : catalog()) {
    if (!each->covers.empty()) return *each;
  }
  throw std::runtime_error("no workload has covers");
}

CoverOf of_side(double n, std::string variant) {
  const Workload& workload = covered();
  Settings settings = default_settings(workload);
  settings.parameters[std::string(workload.size_parameter(settings.parameters)->id)] = n;
  CoverOf out{.workload = &workload, .variant = std::move(variant), .parameters = settings.parameters};
  out.output = workload.output(workload.bind(settings.parameters), {}, Precision::fp32);
  out.rows = out.output.size.height;
  return out;
}

TEST(LatestTask, TheNewestWishIsServedAndOlderOnesAreGivenUp) {
  std::atomic<bool> began{false};
  std::atomic<bool> gave_up{false};
  LatestTask<int, int> task([&](int wish, const std::atomic<bool>& stop, const LatestTask<int, int>::Publish& publish) {
    if (wish == 1) {
      began = true;
      while (!stop) std::this_thread::yield();
      gave_up = true;
    }
    publish(std::make_shared<const int>(10 * wish));
  });
  EXPECT_EQ(task.newest(), nullptr);
  EXPECT_FALSE(task.busy());
  task.want(1);
  EXPECT_TRUE(task.busy());
  ASSERT_TRUE(wait_for([&] { return began.load(); }));
  task.want(2);
  ASSERT_TRUE(wait_for([&] { return !task.busy(); }));
  EXPECT_TRUE(gave_up);
  ASSERT_NE(task.newest(), nullptr);
  EXPECT_EQ(*task.newest(), 20);
}

TEST(LatestTask, TheSameWishIsServedOnce) {
  std::atomic<int> made{0};
  LatestTask<int, int> task([&](int, const std::atomic<bool>&, const LatestTask<int, int>::Publish&) { ++made; });
  for (int i = 0; i < 3; ++i) {
    task.want(5);
    ASSERT_TRUE(wait_for([&] { return !task.busy(); }));
  }
  EXPECT_EQ(made, 1);
}

TEST(LatestTask, EndsInMidWork) {
  const auto begin = std::chrono::steady_clock::now();
  {
    LatestTask<int, int> task([](int, const std::atomic<bool>& stop, const LatestTask<int, int>::Publish&) {
      while (!stop) std::this_thread::yield();
    });
    task.want(1);
  }
  EXPECT_LT(std::chrono::steady_clock::now() - begin, seconds(5));
}

TEST(CoverTask, ShowsEveryCoverAndKeepsWhatIsTheSame) {
  const std::atomic<bool> stop{false};
  for (const CoveringVariant& each : covered().covers) {
    CoverWish wish{.of = of_side(100, std::string(each.variant))};
    std::shared_ptr<const CoverShow> first;
    make_show(wish, stop, nullptr, [&](std::shared_ptr<const CoverShow> made) { first = std::move(made); });
    ASSERT_NE(first, nullptr);
    EXPECT_EQ(first->why_not, "");
    ASSERT_NE(first->paint, nullptr);
    EXPECT_EQ(first->pieces.blocks, first->index->figures.blocks);
    wish.color = CoverColor::launch;
    std::shared_ptr<const CoverShow> second;
    make_show(wish, stop, first.get(), [&](std::shared_ptr<const CoverShow> made) { second = std::move(made); });
    ASSERT_NE(second, nullptr);
    EXPECT_EQ(second->index, first->index);
    EXPECT_NE(second->paint, first->paint);
  }
}

TEST(CoverTask, SaysWhatIsTooLargeAndWhatIsWrong) {
  const std::atomic<bool> stop{false};
  std::shared_ptr<const CoverShow> show;
  const auto take = [&](std::shared_ptr<const CoverShow> made) { show = std::move(made); };
  CoverWish wish{.of = of_side(131072, std::string(covered().covers.front().variant))};
  wish.of.block = {8, 8};
  make_show(wish, stop, nullptr, take);
  ASSERT_NE(show, nullptr);
  EXPECT_NE(show->why_not.find("blocks are too many to draw"), std::string::npos) << show->why_not;
  EXPECT_EQ(show->paint, nullptr);
}

TEST(CoverTask, TheTableHasEveryCover) {
  const std::atomic<bool> stop{false};
  CoverOf of = of_side(96, {});
  of.block = {8, 8};
  std::shared_ptr<const CoverTable> table;
  make_table(of, stop, [&](std::shared_ptr<const CoverTable> made) { table = std::move(made); });
  ASSERT_NE(table, nullptr);
  ASSERT_EQ(table->rows.size(), covered().covers.size());
  for (const CoverTable::Row& row : table->rows) {
    ASSERT_TRUE(row.figures) << row.variant;
    const CoveringVariant* variant = covered().find_cover(row.variant);
    EXPECT_EQ(row.block, variant->any_block ? (BlockShape{8, 8}) : variant->default_block) << row.variant;
    EXPECT_EQ(row.figures->useful_threads > 0, true) << row.variant;
  }
  // a bounding box of 12 × 12 blocks, 12 · 13 / 2 on or below the diagonal
  EXPECT_EQ(table->rows.front().figures->blocks, 144);
  EXPECT_EQ(table->rows.front().figures->useful_blocks, 78);
}

TEST(CoverReplay, GoesThroughItsTimesInSoManySeconds) {
  CoverReplay replay;
  take_times(replay, times_by_number({.blocks = 200}));
  EXPECT_FALSE(replay.touched);
  replay.seconds = 10;
  toggle_playing(replay, 100);
  EXPECT_TRUE(replay.playing);
  EXPECT_EQ(replay.time, 0);
  advance(replay, 101);
  EXPECT_DOUBLE_EQ(replay.time, 20);
  toggle_playing(replay, 101);
  advance(replay, 105);
  EXPECT_DOUBLE_EQ(replay.time, 20);
  toggle_playing(replay, 105);
  EXPECT_DOUBLE_EQ(replay.time, 20);
  advance(replay, 115);
  EXPECT_EQ(replay.time, 200);
  EXPECT_FALSE(replay.playing);
  toggle_playing(replay, 116);
  EXPECT_EQ(replay.time, 0);
  leave(replay);
  EXPECT_FALSE(replay.touched);
  EXPECT_FALSE(replay.playing);
}

TEST(CoverReplay, StaysAtItsShareWhenTheTimesAreObserved) {
  CoverReplay replay;
  take_times(replay, times_by_number({.blocks = 200}));
  toggle_playing(replay, 0);
  advance(replay, 5);
  CoverTimes observed;
  observed.observed = true;
  observed.span = 30;
  take_times(replay, observed);
  EXPECT_DOUBLE_EQ(replay.time, 15);
  EXPECT_TRUE(replay.observed);
  EXPECT_TRUE(replay.playing);
}

TEST(CoverReplay, PiecesWaitRunAndAreDone) {
  const CoverTimes numbers = times_by_number({.blocks = 3});
  EXPECT_EQ(state_at(numbers, 0, 1.5), PieceState::done);
  EXPECT_EQ(state_at(numbers, 1, 1.5), PieceState::running);
  EXPECT_EQ(state_at(numbers, 2, 1.5), PieceState::waiting);
  CoverTimes observed;
  observed.observed = true;
  observed.start = {2, CoverTimes::unrecorded};
  observed.end = {5, CoverTimes::unrecorded};
  EXPECT_EQ(state_at(observed, 0, 1), PieceState::waiting);
  EXPECT_EQ(state_at(observed, 0, 2), PieceState::running);
  EXPECT_EQ(state_at(observed, 0, 5), PieceState::done);
  EXPECT_EQ(state_at(observed, 1, 0), PieceState::done);
}

TEST(CoverMeasurements, AreKeptByVariantSizeAndBlock) {
  CoverMeasurements all;
  CoverOf of = of_side(96, "a");
  of.block = {8, 8};
  all.note(of, {.ms = 3});
  CoverOf other = of;
  other.block = {16, 16};
  EXPECT_FALSE(all.find(other));
  other = of;
  other.variant = "b";
  EXPECT_FALSE(all.find(other));
  EXPECT_FALSE(all.find(of_side(97, "a")));
  all.note(of, {.ms = 2});
  ASSERT_TRUE(all.find(of));
  EXPECT_EQ(all.find(of)->ms, 2);
}

/// As the executor would hand it over; there need be no GPU.
Frame gpu_frame(const CoveringVariant& variant) {
  const Workload& workload = covered();
  Frame out;
  out.plan.workload = &workload;
  out.plan.settings = default_settings(workload);
  out.plan.settings.processor = Processor::gpu;
  out.plan.parameters = workload.bind(out.plan.settings.parameters);
  out.plan.output = workload.output(out.plan.parameters, {}, out.plan.settings.precision);
  const Stage& stage = workload.stages.back();
  out.plan.stages = {{.stage = &stage, .gpu = stage.find(variant.variant)}};
  out.timing.gpu_compute = 2;
  out.timing.stages = {{.gpu = 2}};
  out.work.bytes = 1e6;
  return out;
}

TEST(CoverMeasurements, ComeFromUntracedFramesOfTheGpuAlone) {
  for (const CoveringVariant& each : covered().covers) {
    Frame frame = gpu_frame(each);
    const auto measured = measured_of(frame);
    ASSERT_TRUE(measured) << each.variant;
    EXPECT_EQ(measured->first.variant, each.variant);
    EXPECT_EQ(measured->first.block, each.default_block);
    EXPECT_EQ(measured->second.ms, 2);
    EXPECT_DOUBLE_EQ(measured->second.bytes_per_s, 5e8);
    frame.trace.blocks.resize(1);
    EXPECT_FALSE(measured_of(frame));
    frame.trace.blocks.clear();
    frame.plan.settings.processor = Processor::split;
    EXPECT_FALSE(measured_of(frame));
  }
}

TEST(CoverMeasurements, DoNotDependOnTheTime) {
  if (covered().clock.empty()) GTEST_SKIP() << "no clock";
  Frame frame = gpu_frame(covered().covers.front());
  const CoverOf before = measured_of(frame)->first;
  frame.plan.settings.parameters[std::string(covered().clock)] = 3;
  EXPECT_EQ(measured_of(frame)->first, before);
}

}  // namespace
}  // namespace heteroscope
