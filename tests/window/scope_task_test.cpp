// What the scope does over time: background work, the replay, what it remembers of measured times.
#include <gtest/gtest.h>

#include <algorithm>

#include <stop_token>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "app/window/feature/latest_task.hpp"
#include "app/window/feature/single_task.hpp"
#include "app/window/features/scope/measured.hpp"
#include "app/window/features/scope/readout.hpp"
#include "app/window/features/scope/task.hpp"
#include "app/window/features/scope/tracing_cost.hpp"
#include "app/window/model/scope/scope_replay.hpp"
#include "app/window/model/times/clock.hpp"
#include "core/base/error.hpp"
#include "core/device/device.hpp"
#include "core/run/execute.hpp"
#include "kernels/registry.hpp"
#include "tests/fakes/stop.hpp"
#include "tests/window/driven_program.hpp"

namespace heteroscope {
namespace {

const Workload& covered() {
  for (const Workload* each : catalog()) {
    if (each->block_mappings) return *each;
  }
  throw std::runtime_error("no workload has block mappings");
}

MappingOf of_side(double n, std::string variant) {
  const Workload& workload = covered();
  Settings settings = default_settings(workload);
  settings.problem.parameters[std::string(workload.size_parameter(settings.problem.parameters)->id)] = n;
  MappingOf out{.workload = &workload, .variant = std::move(variant), .parameters = settings.problem.parameters};
  out.output = workload.output(workload.bind(settings.problem.parameters), {}, Precision::fp32);
  out.rows = out.output.size.height;
  return out;
}

TEST(LatestTask, TheNewestRequestIsServedAndOlderOnesAreGivenUp) {
  std::atomic<bool> began{false};
  std::atomic<bool> gave_up{false};
  LatestTask<int, int> task(
      [&](int request, const std::stop_token& stop, const LatestTask<int, int>::Publish& publish) {
        if (request == 1) {
          began = true;
          while (!stop.stop_requested()) std::this_thread::yield();
          gave_up = true;
        }
        publish(std::make_shared<const int>(10 * request));
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

TEST(LatestTask, TheSameRequestIsServedOnce) {
  std::atomic<int> made{0};
  LatestTask<int, int> task([&](int, const std::stop_token&, const LatestTask<int, int>::Publish&) { ++made; });
  for (int i = 0; i < 3; ++i) {
    task.want(5);
    ASSERT_TRUE(wait_for([&] { return !task.busy(); }));
  }
  EXPECT_EQ(made, 1);
}

/// Its work would never end by itself.
TEST(LatestTask, EndsInMidWork) {
  std::atomic<bool> began{false};
  std::atomic<bool> gave_up{false};
  {
    LatestTask<int, int> task([&](int, const std::stop_token& stop, const LatestTask<int, int>::Publish&) {
      began = true;
      while (!stop.stop_requested()) std::this_thread::yield();
      gave_up = true;
    });
    task.want(1);
    ASSERT_TRUE(wait_for([&] { return began.load(); }));
  }
  EXPECT_TRUE(gave_up);
}

TEST(MappingTask, ShowsEveryMappingAndKeepsWhatIsTheSame) {
  for (const MappedVariant& each : covered().block_mappings->variants) {
    ScopeRequest request{.of = of_side(100, std::string(each.variant))};
    std::shared_ptr<const ScopeShow> first;
    make_show(request, {}, nullptr, [&](std::shared_ptr<const ScopeShow> made) { first = std::move(made); });
    ASSERT_NE(first, nullptr);
    EXPECT_EQ(first->why_not, "");
    ASSERT_NE(first->paint, nullptr);
    EXPECT_EQ(first->spans.blocks, first->index->figures.blocks);
    request.color = TraceColor::launch;
    std::shared_ptr<const ScopeShow> second;
    make_show(request, {}, first.get(), [&](std::shared_ptr<const ScopeShow> made) { second = std::move(made); });
    ASSERT_NE(second, nullptr);
    EXPECT_EQ(second->index, first->index);
    EXPECT_NE(second->paint, first->paint);
  }
}

TEST(MappingTask, SaysWhatIsTooLargeAndWhatIsWrong) {
  std::shared_ptr<const ScopeShow> show;
  const auto take = [&](std::shared_ptr<const ScopeShow> made) { show = std::move(made); };
  ScopeRequest request{.of = of_side(131072, std::string(covered().block_mappings->variants.front().variant))};
  request.of.block = {8, 8};
  make_show(request, {}, nullptr, take);
  ASSERT_NE(show, nullptr);
  EXPECT_NE(show->why_not.find("blocks are too many to draw"), std::string::npos) << show->why_not;
  EXPECT_EQ(show->paint, nullptr);
}

/// A frame of the workload's defaults on the CPU.
std::shared_ptr<const Frame> traced_frame(const Workload& workload, const ExecuteOptions& options,
                                          std::int64_t steps = 0) {
  Settings settings = default_settings(workload);
  settings.problem.size = {64, 48};
  settings.problem.steps = steps;
  settings.execution.processor = Processor::cpu;
  const Planned planned = plan(settings, catalog(), device::facts());
  Executor executor;
  return std::make_shared<const Frame>(executor.execute(planned.plan.value(), options).value());
}

std::shared_ptr<const ScopeShow> show_of(const ScopeRequest& request, const ScopeShow* previous = nullptr) {
  std::shared_ptr<const ScopeShow> out;
  make_show(request, {}, previous, [&](std::shared_ptr<const ScopeShow> made) { out = std::move(made); });
  return out;
}

TEST(MappingTask, ShowsATracedFrameAsItWasComputed) {
  const Workload& workload = find_workload(catalog(), "mandelbrot");
  ScopeRequest request{.of = {.workload = &workload, .variant = {}, .as_computed = true},
                       .traced = traced_frame(workload, WholeRun{.trace = true})};
  const auto show = show_of(request);
  ASSERT_NE(show, nullptr);
  ASSERT_NE(show->paint, nullptr) << show->why_not;
  EXPECT_EQ(show->request.traced, nullptr) << "the frame is not kept";
  EXPECT_EQ(show->extent().size, (Size{64, 48}));
  EXPECT_EQ(show->passes.size(), 1U);
  ASSERT_EQ(show->timeline->use.size(), 1U);
  const auto words = readout_of(*show, *block_of_cell(*show->index, 0, 7));
  EXPECT_NE(std::ranges::find(words, "row 7, columns 0–63"), words.end()) << words[1];
  EXPECT_NE(std::ranges::find(words, "64 cells"), words.end());
  // other colors of the same frame
  request.color = TraceColor::start;
  const auto colored = show_of(request, show.get());
  EXPECT_EQ(colored->index, show->index);
  EXPECT_NE(colored->paint, show->paint);
  // the pass of another workload was chosen before
  request.of.pass = {3, "no such pass"};
  const auto other = show_of(request);
  ASSERT_NE(other->paint, nullptr) << other->why_not;
  EXPECT_EQ(other->pass.name, "rows");
}

TEST(MappingTask, SaysThatAFrameTookNoStep) {
  const Workload& workload = find_workload(catalog(), "heat");
  const ScopeRequest request{.of = {.workload = &workload, .variant = {}, .as_computed = true},
                             .traced = traced_frame(workload, WholeRun{.trace = true})};
  const auto show = show_of(request);
  ASSERT_NE(show, nullptr);
  EXPECT_EQ(show->paint, nullptr);
  EXPECT_NE(show->why_not.find("took no step"), std::string::npos) << show->why_not;
}

TEST(MappingTask, ShowsWarpsOfAResultThatWasNotTraced) {
  const Workload& workload = find_workload(catalog(), "mandelbrot");
  ScopeRequest request{.of = {.workload = &workload, .variant = {}, .as_computed = true},
                       .traced = traced_frame(workload, {}),
                       .color = TraceColor::evenness};
  const auto show = show_of(request);
  ASSERT_NE(show, nullptr);
  ASSERT_NE(show->evenness, nullptr) << show->why_not;
  EXPECT_EQ(show->spans.blocks, show->evenness->of.count());
  EXPECT_EQ(block_of_cell(*show->index, 33, 0), 1);
  EXPECT_EQ(readout_of(*show, 1).front(), "warp 0 of block (1, 0)");
  const Workload& even = find_workload(catalog(), "blur");
  request.of.workload = &even;
  request.traced = traced_frame(even, {});
  EXPECT_EQ(show_of(request)->why_not, "all cells of blur cost the same, so its warps are evenly busy");
}

TEST(TracingCost, IsMeasuredByTurnsUntilItIsGivenUp) {
  Settings settings = default_settings(find_workload(catalog(), "mandelbrot"));
  settings.problem.size = {64, 48};
  settings.execution.processor = Processor::cpu;
  std::shared_ptr<const TracingCost> found;
  std::vector<std::string> told;
  const auto measure = [&](bool stopped) {
    found = nullptr;
    told.clear();
    const Waiter waiter{.stop = stopped ? testing::requested_stop() : std::stop_token(),
                        .progress = [&](std::string_view now, double) { told.emplace_back(now); }};
    measure_tracing_cost(settings, catalog(), device::all(), 0, waiter, [&](auto made) { found = std::move(made); });
  };
  measure(false);
  ASSERT_NE(found, nullptr);
  EXPECT_EQ(found->settings, settings);
  EXPECT_GT(found->share.value_or(0), -1) << "none is within the noise";
  ASSERT_GE(told.size(), 2U);
  EXPECT_EQ(told[0], "frame 1 of 30");
  EXPECT_EQ(told[1], "frame 2 of 30");
  measure(true);
  EXPECT_EQ(found, nullptr);
}

TEST(TracingCost, IsOfAFewStepsWhateverTheyLookLike) {
  Settings settings = default_settings(find_workload(catalog(), "heat"));
  settings.problem.steps = 3;
  const Settings few = cost_settings(settings);
  EXPECT_EQ(few, cost_settings(few));
  EXPECT_EQ(few.problem.steps, 3);
  settings.problem.steps = 100000;
  settings.problem.strokes.emplace_back();
  settings.look.palette = "ember";
  Settings many = few;
  many.problem.steps = 16;
  EXPECT_EQ(cost_settings(settings), many);
}

TEST(MappingTask, TheTableHasEveryMapping) {
  MappingOf of = of_side(96, {});
  of.block = {8, 8};
  std::shared_ptr<const MappingTable> table;
  make_table(of, {}, [&](std::shared_ptr<const MappingTable> made) { table = std::move(made); });
  ASSERT_NE(table, nullptr);
  ASSERT_EQ(table->rows.size(), covered().block_mappings->variants.size());
  for (const MappingTable::Row& row : table->rows) {
    ASSERT_TRUE(row.figures) << row.variant;
    const MappedVariant* variant = covered().find_mapping(row.variant);
    EXPECT_EQ(row.block, variant->any_block ? (BlockShape{8, 8}) : variant->default_block) << row.variant;
    EXPECT_EQ(row.figures->useful_threads > 0, true) << row.variant;
  }
  // a bounding box of 12 × 12 blocks, 12 · 13 / 2 on or below the diagonal
  EXPECT_EQ(table->rows.front().figures->blocks, 144);
  EXPECT_EQ(table->rows.front().figures->useful_blocks, 78);
}

TEST(ScopeReplay, GoesThroughItsTimesInSoManySeconds) {
  ScopeReplay replay;
  take_times(replay, times_by_number({.blocks = 200}));
  EXPECT_FALSE(replay.touched);
  constexpr double seconds = 10;
  toggle_playing(replay, 100);
  EXPECT_TRUE(replay.playing);
  EXPECT_EQ(replay.time, 0);
  advance(replay, 101, seconds);
  EXPECT_DOUBLE_EQ(replay.time, 20);
  toggle_playing(replay, 101);
  advance(replay, 105, seconds);
  EXPECT_DOUBLE_EQ(replay.time, 20);
  toggle_playing(replay, 105);
  EXPECT_DOUBLE_EQ(replay.time, 20);
  advance(replay, 115, seconds);
  EXPECT_EQ(replay.time, 200);
  EXPECT_FALSE(replay.playing);
  toggle_playing(replay, 116);
  EXPECT_EQ(replay.time, 0);
  leave(replay);
  EXPECT_FALSE(replay.touched);
  EXPECT_FALSE(replay.playing);
}

TEST(ScopeReplay, StaysAtItsShareWhenTheTimesAreObserved) {
  ScopeReplay replay;
  take_times(replay, times_by_number({.blocks = 200}));
  toggle_playing(replay, 0);
  advance(replay, 5, 10);
  MappingTimes observed;
  observed.observed = true;
  observed.length = 30;
  take_times(replay, observed);
  EXPECT_DOUBLE_EQ(replay.time, 15);
  EXPECT_TRUE(replay.observed);
  EXPECT_TRUE(replay.playing);
}

TEST(MappingMeasured, LeavesOutWhatTimesDoNotDependOn) {
  const Workload& workload = covered();
  const Settings plain = default_settings(workload);
  Settings other = plain;
  other.execution.processor = Processor::split;
  other.execution.shares = {0.3};
  other.look.palette = "ember";
  other.execution.variants[std::string(workload.stages.back().id)].gpu =
      workload.block_mappings->variants.back().variant;
  if (workload.clock) other.problem.parameters[std::string(workload.clock->parameter)] = 3;
  EXPECT_EQ(measured_settings(other, workload), measured_settings(plain, workload));
  other.execution.block = {8, 8};
  EXPECT_NE(measured_settings(other, workload), measured_settings(plain, workload));
}

TEST(MappingMeasured, TellsWhatIsMeasuredUntilItIsGivenUp) {
  const Workload& workload = find_workload(catalog(), "mandelbrot");
  Settings small = default_settings(workload);
  small.problem.size = {16, 16};
  const std::vector<std::string> names{"sequential", "omp_static"};
  std::vector<PlannedCase> cases;
  for (const std::string& each : names) {
    const Settings one = alone(small, workload.main_stage(), {each, workload.main_stage().find(each)});
    cases.push_back(case_of(one, plan(one, catalog(), device::all()).plan.value(), workload.main_stage().id));
  }
  std::stop_source stop;
  std::vector<std::string> told;
  const auto tell = [&](std::string_view now, double) {
    if (told.empty() || told.back() != now) told.emplace_back(now);
    if (now.starts_with("times")) stop.request_stop();
  };
  MappingMeasured made;
  measure_in_turns(cases, names, {.stop = stop.get_token(), .progress = tell}, made);
  ASSERT_FALSE(told.empty());
  EXPECT_EQ(told.front(), "noise of 1 thread");
  EXPECT_EQ(told.back(), "times of sequential and 1 more");
  EXPECT_TRUE(made.times.empty());
}

std::shared_ptr<const MappingMeasured> measured_on(const device::Facts& facts, std::size_t free_bytes) {
  const Workload& workload = covered();
  std::shared_ptr<const MappingMeasured> last;
  measure_mappings(measured_settings(default_settings(workload), workload), catalog(), facts, free_bytes, {},
                   [&](std::shared_ptr<const MappingMeasured> made) { last = std::move(made); });
  return last;
}

TEST(MappingMeasured, SaysWhatKeepsAVariantFromBeingMeasured) {
  device::Facts none;
  none.why_not = "no device for this test";
  const auto without = measured_on(none, 1U << 30);
  ASSERT_NE(without, nullptr);
  EXPECT_TRUE(without->times.empty());
  ASSERT_EQ(without->why_not.size(), covered().block_mappings->variants.size());
  for (const auto& [variant, reason] : without->why_not)
    EXPECT_NE(reason.find("no device for this test"), std::string::npos) << variant << ": " << reason;
}

TEST(MappingMeasured, OnTheGpu) {
  if (!device::facts().available) GTEST_SKIP() << "skipped: no CUDA device";
  const auto all = measured_on(device::facts(), device::free_memory());
  ASSERT_NE(all, nullptr);
  EXPECT_EQ(all->times.size(), covered().block_mappings->variants.size());
  for (const auto& [variant, time] : all->times) EXPECT_GT(time.ms.median, 0) << variant;
  // 1024² in fp32 and a little memory: each would take more than a quarter
  const auto tight = measured_on(device::facts(), 1U << 20);
  EXPECT_TRUE(tight->times.empty());
  EXPECT_EQ(tight->why_not.size(), covered().block_mappings->variants.size());
}

TEST(LatestTask, TellsWhyTheNewestRequestFailedAndGoesOn) {
  LatestTask<int, int> task([](const int& request, const std::stop_token&, const auto& publish) {
    if (request < 0) throw BadInput("below 0");
    publish(std::make_shared<const int>(request));
  });
  task.want(1);
  ASSERT_TRUE(wait_for([&] { return task.newest() != nullptr; }));
  task.want(-1);
  ASSERT_TRUE(wait_for([&] { return !task.failure().empty(); }));
  EXPECT_EQ(task.failure(), "below 0");
  EXPECT_EQ(*task.newest(), 1) << "what there is stays";
  task.want(2);
  ASSERT_TRUE(wait_for([&] { return *task.newest() == 2; }));
  EXPECT_EQ(task.failure(), "");
}

TEST(SingleTask, HandsOutWhatBecameOfAFailure) {
  SingleTask<std::string> task;
  task.start([]() -> std::string { throw std::bad_alloc(); }, [](const Failure& failure) { return failure.line; });
  std::optional<std::string> made;
  ASSERT_TRUE(wait_for([&] { return (made = task.take()).has_value(); }));
  EXPECT_EQ(*made, "out of memory; a smaller result needs less memory");
  task.start([] { return std::string("made"); }, [](const Failure& failure) { return failure.line; });
  ASSERT_TRUE(wait_for([&] { return (made = task.take()).has_value(); }));
  EXPECT_EQ(*made, "made");
}

}  // namespace
}  // namespace heteroscope
