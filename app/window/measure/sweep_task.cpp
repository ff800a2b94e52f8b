#include "app/window/measure/sweep_task.hpp"

#include <algorithm>

#include "app/window/measure/timed_runs.hpp"
#include "app/window/measure/variant_rows.hpp"

namespace heteroscope {

void SweepTask::stop() {
  stop_ = true;
  worker_.join();
}

void SweepTask::note(const std::string& what, const Failure& failure) {
  const std::lock_guard lock(mutex_);
  failure_ = what + ": " + failure.line;
}

void SweepTask::start(const Settings& settings, Catalog catalog, std::vector<device::Facts> gpus) {
  stop();
  settings_ = measured_problem(settings, catalog);
  machine_ = this_machine(device::facts());
  stop_ = false;
  share_ = 0;
  running_ = true;
  std::vector<SweepCase> cases = sweep_cases(settings, catalog, gpus);
  curves_.clear();
  failure_.clear();
  for (const SweepCase& each : cases) curves_.push_back({each.variant, each.processor, each.axis, {}});
  const Failure refused = worker_.start([this, cases = std::move(cases), catalog, gpus = std::move(gpus)] {
    if (const Failure failed = attempt([&] { measure_all(cases, catalog, gpus); })) note("sweep", failed);
    running_ = false;
  });
  if (refused) {
    note("sweep", refused);
    running_ = false;
  }
}

/// Point by point through all curves: what is there after a while already shows the variants side by side.
void SweepTask::measure_all(const std::vector<SweepCase>& cases, Catalog catalog, device::Devices devices) {
  Executor executor;
  std::size_t longest = 0;
  std::size_t all = 0;
  for (const SweepCase& each : cases) {
    longest = std::max(longest, each.points.size());
    all += each.points.size();
  }
  std::vector<bool> ended(cases.size(), false);
  std::size_t done = 0;
  for (std::size_t i = 0; i < longest; ++i) {
    executor.trim();  // the next points are larger
    for (std::size_t c = 0; c < cases.size(); ++c) {
      if (i >= cases[c].points.size()) continue;
      if (stop_) return;
      ++done;
      share_ = static_cast<double>(done) / static_cast<double>(std::max<std::size_t>(all, 1));
      if (ended[c]) continue;
      const SweepCase::Point& point = cases[c].points[i];
      const Failure failed = attempt([&] {
        const Planned planned = plan(point.settings, catalog, devices);
        if (!planned) return;
        const auto runs = timed_runs(executor, *planned.plan, stop_);
        if (!runs) return;
        const std::lock_guard lock(mutex_);
        curves_[c].points.push_back({point.x, runs->ms, runs->least_ms, runs->most_ms, runs->bytes_per_s});
        const bool last = i + 1 == cases[c].points.size();
        ended[c] =
            !last && cases[c].axis == SweepAxis::side && !worth_measuring(runs->ms, point.x, cases[c].points[i + 1].x);
      });
      if (!failed) continue;
      // no memory for it, or the device failed: larger ones would, too
      executor.trim();
      ended[c] = cases[c].axis == SweepAxis::side;
      note(cases[c].variant, failed);
    }
  }
}

std::vector<SweepCurve> SweepTask::curves() const {
  const std::lock_guard lock(mutex_);
  return curves_;
}

bool SweepTask::has_times() const {
  const std::lock_guard lock(mutex_);
  return std::ranges::any_of(curves_, [](const SweepCurve& each) { return !each.points.empty(); });
}

std::string SweepTask::failure() const {
  const std::lock_guard lock(mutex_);
  return failure_;
}

}  // namespace heteroscope
