#include "app/window/shell/graphs.hpp"

#include "app/window/feature/time_plot.hpp"
#include "app/window/features/roofline/roofline_graph.hpp"
#include "app/window/features/run/run_feature.hpp"
#include "app/window/features/scope/graphs.hpp"
#include "app/window/features/times/time_graphs.hpp"
#include "app/window/look/imgui_versions.hpp"
#include "app/window/model/actions/actions.hpp"
#include "app/window/model/scope_view.hpp"

namespace heteroscope {
namespace {

/// Opens what the GPU says of its kernels; without a GPU it says why not.
void counters_button(Ui& ui) {
  const device::Facts& gpu = device::facts();
  ImGui::BeginDisabled(!gpu.available);
  if (ImGui::Button("Kernels", {ui.units(52), 0})) ui.ask(action::toggle_counters);
  ImGui::EndDisabled();
  graph_help(ui, with_keys(ui,
                           "The GPU's kernels: registers, occupancy, and what its own counters say." +
                               (gpu.available ? std::string() : " Not here: " + gpu.why_not + "."),
                           action::toggle_counters));
}

/// Plots beside the times: the run's or the scope's.
bool has_own(const WindowModel& model) {
  return model.workload->iterates() || shows_scope(model);
}

/// One above the other at the left: the run's plots or the scope's, the times, what limits it.
void which_graphs(const Window& window, RunFeature& run) {
  Preferences& preferences = window.ui.preferences;
  ImGui::BeginGroup();
  const auto tab = [&](const char* label, bool on, const char* what, Action action) {
    if (on) ImGui::PushStyleColor(ImGuiCol_Button, ImGui::GetStyleColorVec4(ImGuiCol_ButtonActive));
    const bool chosen = ImGui::Button(label, {window.ui.units(52), 0});
    if (on) ImGui::PopStyleColor();
    graph_help(window.ui, with_keys(window.ui, what, action));
    if (chosen) preferences.roofline = action == action::toggle_roofline;
    return chosen;
  };
  const bool own = has_own(window.model);
  const bool shows_own = own && preferences.run_plots && !preferences.roofline;
  const char* const label = shows_scope(window.model) ? "Scope" : "Run";
  const char* const about =
      shows_scope(window.model) ? "Who was busy when." : "Values along a line and what has become of them.";
  if (own && tab(label, shows_own, about, action::toggle_plots)) preferences.run_plots = true;
  const bool shows_times = !shows_own && !preferences.roofline;
  if (tab("Times", shows_times, "Where the frames' time goes.", action::toggle_plots))
    preferences.run_plots = !own && preferences.run_plots;
  tab("Limits", preferences.roofline, "What limits the variant: a roofline.", action::toggle_roofline);
  if (preferences.roofline) counters_button(window.ui);
  ImGui::EndGroup();
  if (!shows_own || shows_scope(window.model) || !window.model.workload->settles()) return;
  ImGui::SameLine(0, window.ui.units(4));
  ImGui::BeginGroup();
  run.graphs().curve_buttons(window.ui, window.view);
  ImGui::EndGroup();
}

}  // namespace

void graphs(const Window& window, Features& features) {
  auto& run = features.of<RunFeature>();
  push_font(window.ui.fonts.small);
  which_graphs(window, run);
  ImGui::SameLine(0, window.ui.units(12));
  ImGui::BeginChild("graphs", {0, 0}, false, ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
  if (window.ui.preferences.roofline) {
    features.of<RooflineGraph>().build(window);
  } else if (!window.ui.preferences.run_plots || !has_own(window.model)) {
    time_graphs(window, features.of<VariantsFeature>());
  } else if (shows_scope(window.model)) {
    scope_graphs(window);
  } else {
    run.graphs().build(window);
  }
  ImGui::EndChild();
  ImGui::PopFont();
}

}  // namespace heteroscope
