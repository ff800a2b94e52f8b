#include "app/window/sweep_task.hpp"

#include <algorithm>

#include "core/error.hpp"
#include "core/execute.hpp"
#include "core/plan.hpp"
#include "core/statistics.hpp"

namespace heteroscope {
namespace {

constexpr int fewest_runs = 3;
constexpr int most_runs = 9;
constexpr double patience_ms = 250;  // after which no more than the fewest runs are made
constexpr double cold_ms = 400;      // a first run that takes so long counts: memory that is new hardly matters

/// The time of one computation; nothing if it was given up.
std::optional<double> run_once(Executor& executor, const Plan& plan, const std::atomic<bool>& stop) {
  ExecuteOptions options{.destination = plan.uses_gpu() ? Destination::device : Destination::host, .summarize = false};
  // a flag would cut the GPU's work into bands: its runs are short, and given up between them
  if (plan.uses_gpu()) {
    options.lead_in = true;
  } else {
    options.cancel = &stop;
  }
  const auto frame = executor.execute(plan, options);
  if (!frame) return std::nullopt;
  return plan.uses_gpu() ? frame->timing.gpu_compute : frame->timing.cpu_compute;
}

/// The median of some runs after one that does not count; nothing if it was given up.
std::optional<double> median_ms(Executor& executor, const Plan& plan, const std::atomic<bool>& stop) {
  std::vector<double> runs;
  const auto first = run_once(executor, plan, stop);
  if (!first) return std::nullopt;
  if (*first > cold_ms) runs.push_back(*first);
  double whole = *first;
  while (static_cast<int>(runs.size()) < (whole > patience_ms ? fewest_runs : most_runs)) {
    const auto ms = stop ? std::nullopt : run_once(executor, plan, stop);
    if (!ms) return std::nullopt;
    runs.push_back(*ms);
    whole += *ms;
  }
  return statistics(runs).median;
}

double bytes_of(const Plan& plan) {
  if (plan.workload->work == nullptr) return 0;
  return plan.workload->work(plan.parameters, plan.extent(), plan.settings.precision, {}).bytes;
}

}  // namespace

void SweepTask::join() {
  stop_ = true;
  if (thread_.joinable()) thread_.join();
}

void SweepTask::start(const Settings& settings, Catalog catalog, const device::Facts& facts) {
  join();
  settings_ = settings;
  stop_ = false;
  share_ = 0;
  running_ = true;
  std::vector<SweepCase> cases = sweep_cases(settings, catalog, facts);
  curves_.clear();
  failure_.clear();
  for (const SweepCase& each : cases) curves_.push_back({each.variant, each.processor, each.axis, {}});
  thread_ = std::thread([this, cases = std::move(cases), catalog, facts] {
    measure_all(cases, catalog, facts);
    running_ = false;
  });
}

/// Point by point through all curves: what is there after a while already shows the variants side by side.
void SweepTask::measure_all(const std::vector<SweepCase>& cases, Catalog catalog, const device::Facts& facts) {
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
      try {
        const Planned planned = plan(point.settings, catalog, facts);
        if (!planned) continue;
        const auto ms = median_ms(executor, *planned.plan, stop_);
        if (!ms) return;
        const double rate = *ms > 0 ? bytes_of(*planned.plan) / *ms * 1e3 : 0;
        const std::lock_guard lock(mutex_);
        curves_[c].points.push_back({point.x, *ms, rate});
        const bool last = i + 1 == cases[c].points.size();
        ended[c] =
            !last && cases[c].axis == SweepAxis::side && !worth_measuring(*ms, point.x, cases[c].points[i + 1].x);
      } catch (const std::exception& failed) {  // no memory for it, or the device failed: larger ones would, too
        executor.trim();
        ended[c] = cases[c].axis == SweepAxis::side;
        const std::lock_guard lock(mutex_);
        failure_ = cases[c].variant + ": " + failed.what();
      }
    }
  }
}

std::vector<SweepCurve> SweepTask::curves() const {
  const std::lock_guard lock(mutex_);
  return curves_;
}

std::string SweepTask::failure() const {
  const std::lock_guard lock(mutex_);
  return failure_;
}

}  // namespace heteroscope
