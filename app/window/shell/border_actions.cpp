#include "app/window/shell/border_actions.hpp"

#include <GLFW/glfw3.h>
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <string>
#include <vector>

#include "app/window/model/scope_view.hpp"
#include "app/window/shell/layout.hpp"

namespace heteroscope {
namespace {

constexpr double step_units = 24;  // by which a key moves a border

/// A panel whose border moves.
struct SizedPanel {
  const char* name;
  const char* larger;
  const char* smaller;
  bool Preferences::*shown;
  double Preferences::*dragged;  ///< its size, in units of the design; 0: the usual one
  float Rooms::*size;            ///< as it is laid out, in ImGui's units
};
constexpr SizedPanel left_panel{"the left panel",         "wider",     "narrower", &Preferences::left,
                                &Preferences::left_width, &Rooms::left};
constexpr SizedPanel right_panel{"the right panel",         "wider",      "narrower", &Preferences::right,
                                 &Preferences::right_width, &Rooms::right};
constexpr SizedPanel graphs_panel{"the graphs' panel",         "higher",      "lower", &Preferences::graphs,
                                  &Preferences::graphs_height, &Rooms::graphs};
constexpr SizedPanel timeline_panel{"the timeline",
                                    "higher",
                                    "lower",
                                    nullptr,  // it is there whenever the scope is
                                    &Preferences::timeline_height,
                                    &Rooms::graphs};

/// Returns what stands in the panel's place: below a presented picture the timeline.
const SizedPanel& in_place_of(const SizedPanel& panel, const PanelMode& mode) {
  return mode.presenting && &panel == &graphs_panel ? timeline_panel : panel;
}

std::vector<SizedPanel> all_panels(const PanelMode& mode) {
  if (mode.presenting) return {timeline_panel};
  return {left_panel, right_panel, graphs_panel};
}

bool is_hidden(const Window& window, const PanelMode& mode, const SizedPanel& panel) {
  if (mode.alone()) return true;
  if (mode.presenting) return panel.shown != nullptr || !shows_scope(window.model);
  return !(window.ui.preferences.*panel.shown);
}

float size_of(const Window& window, const PanelMode& mode, const SizedPanel& panel) {
  return rooms_of(window.ui, window.model, mode, ImGui::GetIO().DisplaySize).*panel.size;
}

/// Moves the panel's border, as far as the picture and the panel's own words leave room, or says why it stays.
void resize(const Window& window, const PanelMode& mode, const SizedPanel& panel, double by_units) {
  Ui& ui = window.ui;
  double& dragged = ui.preferences.*panel.dragged;
  const double chosen = dragged;
  const float before = size_of(window, mode, panel);
  if (before < 1) return ui.fail(fmt::format("the window has no room for {}", panel.name));
  dragged = std::max(before / ui.scale + by_units, 1.0);
  const float after = size_of(window, mode, panel);
  dragged = after == before ? chosen : static_cast<double>(after / ui.scale);
  if (after == before) ui.fail(fmt::format("{} cannot be {}", panel.name, by_units > 0 ? panel.larger : panel.smaller));
}

ActionEntry resizes(Action action, const char* label, const Shortcut& key, const SizedPanel& panel, double by_units,
                    const PanelMode& mode) {
  return {action,
          label,
          {key},
          [&mode, &panel, by_units](const Window& window) { resize(window, mode, in_place_of(panel, mode), by_units); },
          [&mode, &panel](const Window& window) {
            const SizedPanel& now = in_place_of(panel, mode);
            return is_hidden(window, mode, now) ? fmt::format("{} is hidden", now.name) : std::string();
          }};
}

void usual_sizes(const Window& window, const PanelMode& mode) {
  for (const SizedPanel& each : all_panels(mode)) window.ui.preferences.*each.dragged = 0;
}

std::string are_usual(const Window& window, const PanelMode& mode) {
  for (const SizedPanel& each : all_panels(mode)) {
    if (window.ui.preferences.*each.dragged > 0) return {};
  }
  return "all panels have their usual sizes";
}

}  // namespace

std::vector<ActionEntry> border_actions(const PanelMode& mode) {
  return {
      resizes(Action("widen_left"), "wider left panel", with_control(GLFW_KEY_RIGHT, "Ctrl + Right"), left_panel,
              step_units, mode),
      resizes(Action("narrow_left"), "narrower left panel", with_control(GLFW_KEY_LEFT, "Ctrl + Left"), left_panel,
              -step_units, mode),
      resizes(Action("widen_right"), "wider right panel", with_control_and_shift(GLFW_KEY_LEFT, "Ctrl + Shift + Left"),
              right_panel, step_units, mode),
      resizes(Action("narrow_right"), "narrower right panel",
              with_control_and_shift(GLFW_KEY_RIGHT, "Ctrl + Shift + Right"), right_panel, -step_units, mode),
      resizes(Action("raise_graphs"), "higher graphs", with_control(GLFW_KEY_UP, "Ctrl + Up"), graphs_panel, step_units,
              mode),
      resizes(Action("lower_graphs"), "lower graphs", with_control(GLFW_KEY_DOWN, "Ctrl + Down"), graphs_panel,
              -step_units, mode),
      {Action("usual_panels"),
       "usual sizes of all panels",
       {with_control(GLFW_KEY_HOME, "Ctrl + Home")},
       [&mode](const Window& window) { usual_sizes(window, mode); },
       [&mode](const Window& window) { return are_usual(window, mode); }},
  };
}

}  // namespace heteroscope
