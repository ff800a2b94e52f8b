#include "app/window/panels/graphs.hpp"

#include "app/window/actions/actions.hpp"
#include "app/window/cover/graphs.hpp"
#include "app/window/cover/view.hpp"
#include "app/window/panels/time_graphs.hpp"
#include "app/window/panels/time_plot.hpp"

namespace heteroscope {

/// One above the other at the left: the run's plots, or the times.
void GraphsPanel::which_graphs(State& state) {
  ImGui::BeginGroup();
  const auto tab = [&](const char* label, bool plots, const char* what) {
    const bool on = state.preferences.run_plots == plots;
    if (on) ImGui::PushStyleColor(ImGuiCol_Button, ImGui::GetStyleColorVec4(ImGuiCol_ButtonActive));
    if (ImGui::Button(label, {state.units(52), 0})) state.preferences.run_plots = plots;
    if (on) ImGui::PopStyleColor();
    graph_help(state, with_keys(what, Action::toggle_plots));
  };
  if (shows_cover(state)) {
    tab("Scope", true, "Who was busy when.");
  } else {
    tab("Run", true, "Values along a line and what has become of them.");
  }
  tab("Times", false, "Where the frames' time goes.");
  if (state.preferences.run_plots && state.workload->iterates()) run_.curve_buttons(state);
  ImGui::EndGroup();
}

void GraphsPanel::build(State& state) {
  ImGui::PushFont(state.fonts.small);
  if (state.workload->iterates() || shows_cover(state)) {
    which_graphs(state);
    ImGui::SameLine(0, state.units(12));
    ImGui::BeginChild("graphs", {0, 0}, false, ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
    if (!state.preferences.run_plots) {
      time_graphs(state);
    } else if (shows_cover(state)) {
      cover_graphs(state);
    } else {
      run_.build(state);
    }
    ImGui::EndChild();
  } else {
    time_graphs(state);
  }
  ImGui::PopFont();
}

}  // namespace heteroscope
