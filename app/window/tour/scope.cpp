#include "app/window/model/iterating.hpp"
#include "app/window/tour/hand.hpp"
#include "app/window/tour/tour.hpp"

namespace heteroscope {

/// What any workload's scope shows: the frame's pieces in several colors, how even warps are, what limits the variant,
/// and the lens on a warp's memory.
void Tour::add_scope(const App& app) {
  add("scope", [](App& a) {
    State& state = a.state();
    state.comparison.turn_off();
    state.cover.as_computed = true;
    state.preferences.cover_color = TraceColor::processor;
    if (!state.cover.shown) a.act(action::toggle_cover);
  });
  const auto shows = [](TraceColor color) {
    return [color](const App& a) {
      const auto& show = a.state().cover.show;
      return show != nullptr && show->paint != nullptr && show->wish.color == color;
    };
  };
  steps_.back().until = shows(TraceColor::processor);
  for (const TraceColor color : {TraceColor::start, TraceColor::evenness}) {
    add("scope-" + std::string(id_of(color)), [color](App& a) { a.state().preferences.cover_color = color; });
    steps_.back().until = shows(color);
  }
  add(
      "scope-over", [](App& a) { a.act(action::toggle_cover); }, false);
  add("limits", [](App& a) { a.act(action::toggle_roofline); });
  add(
      "limits-over", [](App& a) { a.act(action::toggle_roofline); }, false);
  for (const Workload* each : app.state().catalog) {
    if (!each->accesses || !each->image || each->iterates()) continue;
    const std::string name = std::string(each->id) + "-lens";
    add(
        name,
        [each](App& a) {
          State& state = a.state();
          state.chosen = with_workload(state.settings, *each, state.sources, state.catalog);
        },
        false);
    steps_.back().until = [each](const App& a) { return a.state().frame->plan.workload == each; };
    add(name, [](App& a) {
      a.act(action::toggle_lens);
      point_at(a, {0.6, 0.5});
    });
    add(
        name + "-away",
        [workload = app.state().workload](App& a) {
          State& state = a.state();
          a.act(action::toggle_lens);
          state.chosen = with_workload(state.settings, *workload, state.sources, state.catalog);
        },
        false);
    return;
  }
}

}  // namespace heteroscope
