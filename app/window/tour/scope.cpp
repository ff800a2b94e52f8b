#include "app/window/tour/hand.hpp"
#include "app/window/tour/tour.hpp"

namespace heteroscope {

/// Adds steps for any workload's scope: the frame's spans in several colors, how even warps are, the roofline, and the
/// lens on a warp's memory.
void Tour::add_scope(const App& app) {
  add("scope", [](App& a) {
    Ui& ui = a.ui();
    WindowModel& model = a.model();
    model.comparison.turn_off();
    model.scope.as_computed = true;
    ui.preferences.scope_color = TraceColor::processor;
    if (!model.scope.shown) a.act(action::toggle_scope);
  });
  const auto shows = [](TraceColor color) {
    return [color](const App& a) {
      const auto& show = a.model().scope.show;
      return show != nullptr && show->paint != nullptr && show->request.color == color;
    };
  };
  steps_.back().until = shows(TraceColor::processor);
  for (const TraceColor color : {TraceColor::start, TraceColor::evenness}) {
    add("scope-" + std::string(id_of(color)), [color](App& a) { a.ui().preferences.scope_color = color; });
    steps_.back().until = shows(color);
  }
  add(
      "scope-over", [](App& a) { a.act(action::toggle_scope); }, false);
  add("limits", [](App& a) { a.act(action::toggle_roofline); });
  add(
      "limits-over", [](App& a) { a.act(action::toggle_roofline); }, false);
  for (const Workload* each : app.model().catalog) {
    if (!each->accesses || !each->image || each->iterates()) continue;
    const std::string name = std::string(each->id) + "-lens";
    add(
        name,
        [each](App& a) {
          WindowModel& model = a.model();
          model.chosen = with_workload(model.settings(), *each, model.sources, model.catalog);
        },
        false);
    steps_.back().until = [each](const App& a) { return a.view().frame->plan.workload == each; };
    add(name, [](App& a) {
      a.act(action::toggle_lens);
      point_at(a, {0.6, 0.5});
    });
    add(
        name + "-away",
        [workload = app.model().workload](App& a) {
          WindowModel& model = a.model();
          a.act(action::toggle_lens);
          model.chosen = with_workload(model.settings(), *workload, model.sources, model.catalog);
        },
        false);
    return;
  }
}

}  // namespace heteroscope
