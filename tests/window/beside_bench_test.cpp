#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <mutex>
#include <string>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

#include "app/bench/schedule.hpp"
#include "app/measures/ceilings.hpp"
#include "app/window/features/variants/variants_task.hpp"
#include "core/device/device.hpp"
#include "core/model/settings/settings.hpp"

/// The window measures as `bench` does: by what both have computed, counted call by call, on a clock that stands still.
namespace heteroscope {
namespace {

/// A call of a variant: its name, the result's size, its rows and threads.
using Call = std::tuple<std::string, int, int, int, int, int>;

class Calls {
 public:
  static void add(const char* variant, const MapJob& job) {
    const std::lock_guard lock(mutex_);
    all_.emplace_back(variant, job.output.size.width, job.output.size.height, job.rows.begin, job.rows.end,
                      job.threads);
  }
  static std::vector<Call> take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(all_, {});
  }

 private:
  static inline std::mutex mutex_;
  static inline std::vector<Call> all_;
};

void fill(const MapJob& job) {
  with_precision(job.output.precision, [&]<class T>() {
    for (int y = job.rows.begin; y < job.rows.end; ++y) std::fill_n(job.output.row<T>(y), job.output.size.width, T(1));
  });
}

/// A workload whose variants note each of their calls. Its reference is not called beside them, since nothing is
/// compared.
Catalog counted() {
  static const auto variant = [](void (*run)(const MapJob&), bool threads) {
    Variant out;
    out.run = run;
    out.knobs.precisions = both_precisions;
    out.knobs.threads = threads;
    return out;
  };
  static const Variant plain = variant(
      [](const MapJob& job) {
        Calls::add("plain", job);
        fill(job);
      },
      false);
  static const Variant shared = variant(
      [](const MapJob& job) {
        Calls::add("shared", job);
        fill(job);
      },
      true);
  static const Workload workload = [] {
    Workload out;
    out.id = "counted";
    out.label = "Counted";
    out.stages = {{.id = "fill",
                   .variants = {{"plain", &plain}, {"shared", &shared}},
                   .default_cpu = "shared",
                   .default_gpu = ""}};
    out.bind = [](const Values&) -> std::any { return 0; };
    out.work = [](const std::any&, Size size, Precision, const Summary&) {
      return Work{.bytes = static_cast<double>(size.area())};
    };
    out.worst_operations = [](const std::any&) { return 1e10; };  // a cell: too many to be compared
    return out;
  }();
  static const std::array<const Workload*, 1> all{&workload};
  return all;
}

const BenchEffort effort{.sampling = {.runs = 12}, .warmup = 3};

double standing_ms() {
  return 0;
}

Settings problem() {
  Settings out = default_settings(*counted().front());
  out.problem.size = {64, 48};
  out.execution.threads = 2;
  return out;
}

std::vector<Call> calls_of_window() {
  VariantsTask task(effort, standing_ms);
  task.start(problem(), counted(), {device::Facts{}});
  while (task.running()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  EXPECT_EQ(task.failure(), "");
  return Calls::take();
}

std::vector<Call> calls_of_bench() {
  const Settings of = measured_problem(problem(), counted());
  const Stage& stage = counted().front()->stages.front();
  std::vector<BenchCase> cases;
  for (const NamedVariant& each : stage.variants)
    cases.push_back({.scene = "shown", .settings = alone(of, stage, each), .variant = std::string(each.id)});
  BenchWatch watch;
  CeilingMeter meter;
  Schedule schedule(std::nullopt, standing_ms);
  add_to(schedule, cases, counted(), effort);
  EXPECT_EQ(measure(cases, counted(), effort, watch, meter, schedule).rows.size(), 2U);
  return Calls::take();
}

TEST(WindowBesideBench, ComputesTheSameAsOftenAndInTheSameOrder) {
  const std::vector<Call> window = calls_of_window();
  EXPECT_EQ(window, calls_of_bench());
  // each variant: 3 runs before, then turns of 10 and 2 runs, and one ahead of each turn
  EXPECT_EQ(window.size(), 2U * (3 + 1 + 10 + 1 + 2));
  EXPECT_EQ(std::ranges::count(window, Call{"shared", 64, 48, 0, 48, 2}), 17);
}

}  // namespace
}  // namespace heteroscope
