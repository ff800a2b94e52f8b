// What the page of counters says of how far it is.
#include "app/window/features/counters/counters_task.hpp"

#include <gtest/gtest.h>

#include "core/device/device.hpp"
#include "core/run/counted_run.hpp"
#include "kernels/registry.hpp"
#include "tests/window/driven_program.hpp"

namespace heteroscope {
namespace {

/// Counts a small blur on these GPUs; returns what it said last.
std::string last_words(CountersTask& task, const std::vector<device::Facts>& gpus) {
  Settings settings = default_settings(find_workload(catalog(), "blur"));
  settings.problem.size = {64, 48};
  settings.execution.processor = Processor::gpu;
  task.start(settings, catalog(), gpus);
  EXPECT_TRUE(wait_for([&] { return !task.running(); })) << "it has not ended within a minute";
  return task.now();
}

TEST(CountersTasks, SayThatTheKernelsComeFirst) {
  CountersTask task;
  EXPECT_EQ(last_words(task, {device::Facts{.why_not = "no device for this test"}}), "the kernels' resources");
}

TEST(CountersTasks, SayWhichPassOverTheCountersIsMade) {
  EXPECT_EQ(pass_words(3, 9), "counters, pass 3 of 9");
  if (!device::facts().available) GTEST_SKIP() << "skipped: no CUDA device";
  CountersTask task;
  const std::string words = last_words(task, device::all());
  if (!task.measured()->why_uncounted.empty()) GTEST_SKIP() << "skipped: " << task.measured()->why_uncounted;
  const int passes = task.measured()->passes;
  EXPECT_EQ(words, pass_words(passes, passes));
}

}  // namespace
}  // namespace heteroscope
