#include "app/window/measure/sweep_task.hpp"

#include <algorithm>

#include "app/window/measure/timed_runs.hpp"
#include "app/window/measure/variant_rows.hpp"

namespace heteroscope {

void SweepTask::start(const Settings& settings, Catalog catalog, std::vector<device::Facts> gpus) {
  std::vector<SweepCase> cases = sweep_cases(settings, catalog, gpus);
  MeasuredSweep first{.machine = this_machine(device::facts()), .curves = {}};
  for (const SweepCase& each : cases) first.curves.push_back({each.variant, each.processor, each.axis, {}});
  begin(measured_problem(settings, catalog), std::move(first), "sweep",
        [this, cases = std::move(cases), catalog, gpus = std::move(gpus)] { measure_all(cases, catalog, gpus); });
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
      if (given_up()) return;
      ++done;
      set_share(static_cast<double>(done) / static_cast<double>(std::max<std::size_t>(all, 1)));
      if (ended[c]) continue;
      const SweepCase::Point& point = cases[c].points[i];
      const Failure failed = attempt([&] {
        const Planned planned = plan(point.settings, catalog, devices);
        if (!planned) return;
        const auto runs = timed_runs(executor, *planned.plan, given_up());
        if (!runs) return;
        change([&](MeasuredSweep& made) {
          made.curves[c].points.push_back({point.x, runs->ms, runs->least_ms, runs->most_ms, runs->bytes_per_s});
        });
        const bool last = i + 1 == cases[c].points.size();
        ended[c] =
            !last && cases[c].axis == SweepAxis::side && !worth_measuring(runs->ms, point.x, cases[c].points[i + 1].x);
      });
      if (!failed) continue;
      // no memory for it, or the device failed: larger ones would, too
      executor.trim();
      ended[c] = cases[c].axis == SweepAxis::side;
      note(failed, cases[c].variant);
    }
  }
}

bool SweepTask::has_times() const {
  const auto now = measured();
  return now != nullptr &&
         std::ranges::any_of(now->curves, [](const SweepCurve& each) { return !each.points.empty(); });
}

}  // namespace heteroscope
