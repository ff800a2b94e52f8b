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

constexpr Size size{64, 39};
constexpr int thirds = 3;  // as many threads

/// The scene `full`, with as many threads as thirds.
Frame computed(std::string_view variant, Size of, bool trace) {
  const Workload& workload = find_workload(catalog(), "mandelbrot");
  Settings settings = default_settings(workload);
  const auto full = std::ranges::find(workload.scenes, "full", &Scene::id);
  for (const auto& [id, value] : full->values) settings.problem.parameters[id] = value;
  settings.problem.size = of;
  settings.execution.processor = Processor::cpu;
  settings.execution.threads = thirds;
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
  std::vector<std::uint32_t> out(static_cast<std::size_t>(size.area()), thirds);
  for (const TracedSpan& each : trace.spans) {
    for_each_run(trace, each, [&](int row, Rows columns) {
      const auto first = out.begin() + static_cast<std::ptrdiff_t>(row) * size.width;
      std::fill(first + columns.begin, first + columns.end, each.unit);
    });
  }
  return out;
}

/// The upper third of the rows is the first thread's, the next one the second's, the lowest one the third's.
std::vector<std::uint32_t> shared_beforehand() {
  std::vector<std::uint32_t> out(static_cast<std::size_t>(size.area()));
  const std::size_t third = out.size() / thirds;
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = static_cast<std::uint32_t>(i / third);
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

/// Three threads show that, and two would not: guided hands out a half of the rows first, and who asks next may get all
/// of the other half. Of three no order of asking makes thirds: the first run is a third, the next one two ninths. A
/// thread that asks row by row, or pixel by pixel, would have to stop asking exactly at the ends of the thirds.
TEST(MandelbrotSchedules, OthersAreHandedOutWhenTheyAreAskedFor) {
  for (const char* const variant : {"omp_collapse", "omp_dynamic", "omp_guided", "omp_tasks"}) {
    const std::vector<std::uint32_t> threads = threads_by_pixel(variant);
    EXPECT_LT(*std::ranges::max_element(threads), std::uint32_t{thirds}) << variant << " leaves pixels out";
    EXPECT_NE(threads, shared_beforehand()) << variant;
  }
}

}  // namespace
}  // namespace heteroscope::mandelbrot::schedules
