#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "core/device/device.hpp"
#include "core/run/execute.hpp"
#include "core/trace/runs.hpp"
#include "kernels/registry.hpp"

/// Which thread computes which pixel of the Mandelbrot set. A static schedule has decided it before anything is
/// computed; one that hands out work when it is asked for has not.
namespace heteroscope::mandelbrot::schedules {
namespace {

constexpr Size size{64, 40};
constexpr int halves = 2;  // as many threads

/// The scene `full`, with as many threads as halves.
Frame computed(std::string_view variant, Size of, bool trace) {
  const Workload& workload = find_workload(catalog(), "mandelbrot");
  Settings settings = default_settings(workload);
  const auto full = std::ranges::find(workload.scenes, "full", &Scene::id);
  for (const auto& [id, value] : full->values) settings.problem.parameters[id] = value;
  settings.problem.size = of;
  settings.execution.processor = Processor::cpu;
  settings.execution.threads = halves;
  choose_variant(settings, workload, variant);
  const Planned planned = plan(settings, catalog(), device::facts());
  if (!planned) throw std::runtime_error(planned.refusal);
  Executor executor;
  return executor.execute(*planned.plan, WholeRun{.trace = trace}).value();
}

/// The threads that computed the pixels, row by row.
std::vector<std::uint32_t> threads_by_pixel(std::string_view variant) {
  const Frame frame = computed(variant, size, true);
  const Trace& trace = frame.trace_of(Processor::cpu);
  std::vector<std::uint32_t> out(static_cast<std::size_t>(size.area()), halves);
  for (const TracedSpan& each : trace.spans) {
    for_each_run(trace, each, [&](int row, Rows columns) {
      const auto first = out.begin() + static_cast<std::ptrdiff_t>(row) * size.width;
      std::fill(first + columns.begin, first + columns.end, each.unit);
    });
  }
  return out;
}

/// The upper half of the rows is the first thread's, the lower half the second's.
std::vector<std::uint32_t> shared_beforehand() {
  std::vector<std::uint32_t> out(static_cast<std::size_t>(size.area()), 0);
  std::fill(out.begin() + static_cast<std::ptrdiff_t>(out.size()) / halves, out.end(), 1);
  return out;
}

/// The iterations of a half of the rows or of the columns, the fuller one, over the mean of both.
double fuller_half(const Field& field, bool of_columns) {
  constexpr double limit = 500;
  const auto [width, height] = field.size();
  double first = 0;
  double all = 0;
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const double count = field.value(x, y);
      const double iterations = count == 0 ? limit : count;
      all += iterations;
      if (of_columns ? x < width / 2 : y < height / 2) first += iterations;
    }
  }
  return std::max(first, all - first) / (all / 2);
}

/// The set is its own mirror image. Seed 000's loops share columns, so that a static schedule of two threads is worth
/// less there.
TEST(MandelbrotSchedules, HalvesOfTheRowsAreEvenWorkAndHalvesOfTheColumnsAreNot) {
  const Frame frame = computed("sequential", {256, 256}, false);
  EXPECT_EQ(fuller_half(frame.field, false), 1);
  EXPECT_NEAR(fuller_half(frame.field, true), 1.68, 0.01);
}

TEST(MandelbrotSchedules, StaticRowsAreSharedBeforehand) {
  EXPECT_EQ(threads_by_pixel("omp_static"), shared_beforehand());
}

/// Whichever thread comes first: no order of asking makes halves of that.
TEST(MandelbrotSchedules, OthersAreHandedOutWhenTheyAreAskedFor) {
  for (const char* const variant : {"omp_collapse", "omp_dynamic", "omp_guided", "omp_tasks"}) {
    const std::vector<std::uint32_t> threads = threads_by_pixel(variant);
    EXPECT_LT(*std::ranges::max_element(threads), std::uint32_t{halves}) << variant << " leaves pixels out";
    EXPECT_NE(threads, shared_beforehand()) << variant;
  }
}

}  // namespace
}  // namespace heteroscope::mandelbrot::schedules
