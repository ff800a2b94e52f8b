#include "app/window/shell/graphs.hpp"

#include "app/window/feature/time_plot.hpp"
#include "app/window/features/roofline/roofline_graph.hpp"
#include "app/window/features/run/run_feature.hpp"
#include "app/window/features/scope/graphs.hpp"
#include "app/window/features/times/time_graphs.hpp"
#include "app/window/look/imgui_versions.hpp"
#include "app/window/model/actions/actions.hpp"
#include "app/window/model/cover_view.hpp"

namespace heteroscope {
namespace {

/// Opens what the GPU says of its kernels; without a GPU it says why not.
void counters_button(State& state) {
  const device::Facts& gpu = device::facts();
  ImGui::BeginDisabled(!gpu.available);
  if (ImGui::Button("Kernels", {state.units(52), 0})) state.ask(action::toggle_counters);
  ImGui::EndDisabled();
  graph_help(state, with_keys(state,
                              "The GPU's kernels: registers, occupancy, and what its own counters say." +
                                  (gpu.available ? std::string() : " Not here: " + gpu.why_not + "."),
                              action::toggle_counters));
}

/// Plots beside the times: the run's or the scope's.
bool has_own(const State& state) {
  return state.workload->iterates() || shows_cover(state);
}

/// One above the other at the left: the run's plots or the scope's, the times, what limits it.
void which_graphs(State& state, RunFeature& run) {
  Preferences& preferences = state.preferences;
  ImGui::BeginGroup();
  const auto tab = [&](const char* label, bool on, const char* what, Action action) {
    if (on) ImGui::PushStyleColor(ImGuiCol_Button, ImGui::GetStyleColorVec4(ImGuiCol_ButtonActive));
    const bool chosen = ImGui::Button(label, {state.units(52), 0});
    if (on) ImGui::PopStyleColor();
    graph_help(state, with_keys(state, what, action));
    if (chosen) preferences.roofline = action == action::toggle_roofline;
    return chosen;
  };
  const bool own = has_own(state);
  const bool shows_own = own && preferences.run_plots && !preferences.roofline;
  const char* const label = shows_cover(state) ? "Scope" : "Run";
  const char* const about =
      shows_cover(state) ? "Who was busy when." : "Values along a line and what has become of them.";
  if (own && tab(label, shows_own, about, action::toggle_plots)) preferences.run_plots = true;
  const bool shows_times = !shows_own && !preferences.roofline;
  if (tab("Times", shows_times, "Where the frames' time goes.", action::toggle_plots))
    preferences.run_plots = !own && preferences.run_plots;
  tab("Limits", preferences.roofline, "What limits the variant: a roofline.", action::toggle_roofline);
  if (preferences.roofline) counters_button(state);
  ImGui::EndGroup();
  if (!shows_own || shows_cover(state) || !state.workload->settles()) return;
  ImGui::SameLine(0, state.units(4));
  ImGui::BeginGroup();
  run.graphs().curve_buttons(state);
  ImGui::EndGroup();
}

}  // namespace

void graphs(State& state, Features& features) {
  auto& run = features.of<RunFeature>();
  push_font(state.fonts.small);
  which_graphs(state, run);
  ImGui::SameLine(0, state.units(12));
  ImGui::BeginChild("graphs", {0, 0}, false, ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
  if (state.preferences.roofline) {
    features.of<RooflineGraph>().build(state);
  } else if (!state.preferences.run_plots || !has_own(state)) {
    time_graphs(state, features.of<VariantsFeature>());
  } else if (shows_cover(state)) {
    cover_graphs(state);
  } else {
    run.graphs().build(state);
  }
  ImGui::EndChild();
  ImGui::PopFont();
}

}  // namespace heteroscope
