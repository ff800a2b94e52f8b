#include "app/window/features/scope/tracing_cost.hpp"

#include <algorithm>

#include "app/measures/traced_run.hpp"
#include "app/window/features/scope/view.hpp"

namespace heteroscope {
namespace {

constexpr double longest_frame_ms = 250;

/// Its time would be the window's own, or disturb what is measured elsewhere.
bool may_measure(const State& state) {
  const bool rests = state.current() && !state.running && !state.progress.busy && !state.measuring &&
                     !state.cover.replay.playing && state.refusal.empty() && state.bench.empty();
  return rests && state.frame->traced && state.frame->timing.compute() < longest_frame_ms;
}

}  // namespace

Settings cost_settings(const Settings& settings) {
  constexpr std::int64_t few_steps = 16;
  Settings out = settings;
  out.look = {};
  out.problem.strokes.clear();
  out.problem.steps = std::min(out.problem.steps, few_steps);
  return out;
}

void measure_tracing_cost(const Settings& settings, Catalog catalog, device::Devices devices, std::size_t free_bytes,
                          const std::atomic<bool>& stop,
                          const std::function<void(std::shared_ptr<const TracingCost>)>& publish) {
  const Planned planned = plan(settings, catalog, devices);
  if (!planned) return;
  const Plan& of = *planned.plan;
  const double bytes = static_cast<double>(of.output.size.area()) * static_cast<double>(bytes_of(of.output.precision));
  if (of.uses_gpu() && 4 * bytes > static_cast<double>(free_bytes)) return;
  const TracedRun run = run_traced(of, &stop);
  if (run.cost.empty()) return;
  publish(std::make_shared<const TracingCost>(TracingCost{settings, std::ranges::max(run.cost)}));
}

void follow_tracing_cost(State& state) {
  CoverState& cover = state.cover;
  if (!shows_as_computed(state) || shows_warps(state)) {
    if (cover.costing != nullptr) cover.costing->forget();
    cover.cost = nullptr;
    return;
  }
  if (may_measure(state)) {
    if (cover.costing == nullptr) {
      cover.costing = std::make_shared<TracingCostTask>(
          [catalog = state.catalog](const Settings& settings, const std::atomic<bool>& stop,
                                    const TracingCostTask::Publish& publish) {
            measure_tracing_cost(settings, catalog, device::all(), device::free_memory(), stop, publish);
          });
    }
    cover.costing->want(cost_settings(state.settings));
  } else if (cover.costing != nullptr && cover.costing->busy()) {
    cover.costing->forget();
  }
  if (cover.costing == nullptr) return;
  cover.cost = cover.costing->newest();
  if (cover.cost != nullptr && cover.cost->settings != cost_settings(state.settings)) cover.cost = nullptr;
}

}  // namespace heteroscope
