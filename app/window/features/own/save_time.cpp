#include "app/window/features/own/save_time.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "app/bench/catalog_with.hpp"
#include "app/bench/runner.hpp"
#include "app/window/feature/variant_meter.hpp"
#include "core/base/failure.hpp"
#include "core/base/given_up.hpp"
#include "core/device/device.hpp"
#include "core/own/source/own_source.hpp"
#include "core/plan/plan.hpp"

namespace heteroscope {
namespace {

constexpr double all_runs_ms = 1000;  ///< of all runs, those that warm it up among them
constexpr double one_run_ms = 20;     ///< of an iteration's run, about

/// The picture's settings; of an iteration with fewer steps, if its own take long.
Settings settings_to_time(const Frame& frame) {
  Settings out = frame.plan.settings;
  if (!frame.plan.workload->iterates() || frame.timing.steps <= 0) return out;
  const double step_ms = frame.timing.compute() / static_cast<double>(frame.timing.steps);
  const double steps = step_ms > 0 ? std::floor(one_run_ms / step_ms) : static_cast<double>(out.problem.steps);
  if (steps < static_cast<double>(out.problem.steps))
    out.problem.steps = std::max<std::int64_t>(static_cast<std::int64_t>(steps), 1);
  std::erase_if(out.problem.strokes, [&](const Stroke& each) { return each.step >= out.problem.steps; });
  return out;
}

}  // namespace

SaveTime measured_save(const SaveToTime& wanted, const std::stop_token& stop, const Schedule::Now& now) {
  SaveTime out{.variant = wanted.variant, .how = wanted.how};
  const OwnSource& source = *wanted.variant->own;
  const CatalogWith known(*wanted.variant);
  const Settings settings = settings_to_time(*wanted.frame);
  Planned planned = plan(settings, known.all(), device::all());
  if (!planned) {
    out.why_not = planned.refusal;
    return out;
  }
  const PlannedCase one = case_of(settings, *std::move(planned.plan), known.workload().stages[source.stage].id);
  Runner runner(
      {.sampling = {.budget_ms = all_runs_ms / 2}}, [&] { return stop.stop_requested(); }, now);
  runner.set_stop(stop);
  runner.set_share(all_runs_ms);
  std::vector<CaseRuns> runs;
  const Failure failure = attempt([&] { runs = runner.run({&one, 1}); });
  if (stop.stop_requested()) throw GivenUp{};
  if (failure) {
    out.why_not = failure.line;
  } else if (!runs.empty()) {
    out.time = time_of(one, runs.front());
  }
  return out;
}

}  // namespace heteroscope
