#include "app/window/features/disks/disks.hpp"
#include "app/window/features/sweep/sweep_feature.hpp"
#include "app/window/model/times/clock.hpp"
#include "app/window/tour/hand.hpp"
#include "app/window/tour/tour.hpp"

namespace heteroscope {
namespace {

/// Returns the first scene with disks.
const Scene* scene_of_disks(const Workload& workload) {
  for (const Scene& each : workload.scenes) {
    Values values = initial_values(workload.parameters);
    for (const auto& [id, value] : each.values) values[id] = value;
    if (drawn_radius(workload, values).value_or(0) > 0) return &each;
  }
  return nullptr;
}

}  // namespace

/// Adds steps for workloads with a clock, with moving disks beside the result, and for the times of all their variants.
void Tour::add_moving(const App& app) {
  constexpr double far_enough_s = 0.5;
  bool any = false;
  for (const Workload* each : app.model().catalog) {
    const Parameter* clock = clock_of(*each);
    const Scene* scene = scene_of_disks(*each);
    if (clock == nullptr || scene == nullptr) continue;
    any = true;
    const std::string name(each->id);
    add(name + "-running", [each, scene](App& a) {
      WindowModel& model = a.model();
      model.comparison.turn_off();
      Settings next = with_workload(model.settings(), *each, model.sources, model.catalog);
      apply_scene(next, *each, *scene);
      model.chosen = std::move(next);
      model.running = true;
    });
    steps_.back().until = [each, clock](const App& a) {
      const Frame& frame = *a.view().frame;
      return frame.plan.workload == each && time_of(frame.plan.settings, *clock) >= far_enough_s;
    };
    add(name + "-pair", [](App& a) { point_at(a, {0.3, 0.8}); });
    add(name + "-times", [](App& a) { a.act(action::toggle_sweep); });
    steps_.back().until = [](const App& a) { return !a.features().of<SweepFeature>().task().running(); };
    add(name + "-rates", [](App& a) { a.features().of<SweepFeature>().choice().measure = SweepMeasure::rate; });
    if (!device::facts().available) continue;
    add(name + "-blocks", [](App& a) { a.features().of<SweepFeature>().choice() = {.axis = SweepAxis::block}; });
  }
  if (!any) return;
  add(
      "still-again",
      [workload = app.model().workload](App& a) {
        WindowModel& model = a.model();
        if (a.features().of<SweepFeature>().is_open()) a.act(action::toggle_sweep);
        a.features().of<SweepFeature>().choice() = {};
        model.chosen = with_workload(model.settings(), *workload, model.sources, model.catalog);
      },
      false);
}

}  // namespace heteroscope
