#include "app/window/features/scope/tracing_cost.hpp"

#include <algorithm>

#include "app/measures/traced_run.hpp"

namespace heteroscope {

Settings cost_settings(const Settings& settings) {
  constexpr std::int64_t few_steps = 16;
  Settings out = settings;
  out.look = {};
  out.problem.strokes.clear();
  out.problem.steps = std::min(out.problem.steps, few_steps);
  return out;
}

void measure_tracing_cost(const Settings& settings, Catalog catalog, device::Devices devices, std::size_t free_bytes,
                          const Waiter& waiter,
                          const std::function<void(std::shared_ptr<const TracingCost>)>& publish) {
  const Planned planned = plan(settings, catalog, devices);
  if (!planned) return;
  const Plan& of = *planned.plan;
  const double bytes = static_cast<double>(of.output.size.area()) * static_cast<double>(bytes_of(of.output.precision));
  if (of.uses_gpu() && 4 * bytes > static_cast<double>(free_bytes)) return;
  const TracedRun run = run_traced(of, waiter);
  if (run.cost.empty()) return;
  publish(std::make_shared<const TracingCost>(TracingCost{settings, std::ranges::max(run.cost)}));
}

}  // namespace heteroscope
