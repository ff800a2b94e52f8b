#include "app/window/shell/window_actions.hpp"

#include <GLFW/glfw3.h>
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <utility>

#include "app/window/model/scope_view.hpp"
#include "app/window/shell/app.hpp"
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

/// The actions by which the keyboard moves the panels' borders, as dragging them does. `mode`: which panels there are.
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

std::string nothing_to_undo(const Window& window) {
  return window.model.undo.can_go_back() ? "" : "nothing has been changed yet";
}
std::string nothing_to_redo(const Window& window) {
  return window.model.undo.can_go_forth() ? "" : "nothing has been undone";
}
std::string gpu_runs(const Window& window) {
  return window.view.gpu_loss.what.empty() ? "the GPU has not stopped" : "";
}
std::string no_card_offered(const Window& window) {
  return window.view.offers_card
             ? ""
             : "no NVIDIA card was found that could draw the window in place of " + window.view.drawn_by;
}

/// Goes to earlier or later settings, with the present size, which follows the window.
void put_earlier(App& app, std::optional<Settings> settings) {
  settings->problem.size = app.model().settings().problem.size;
  app.put(*std::move(settings));
}

/// Hides the panels or shows them. Once they are hidden, a message says what shows them.
void hide_or_show_panels(const Window& window, PanelMode& mode) {
  mode.set_alone(!mode.alone());
  if (mode.hidden && !mode.presenting) {
    window.ui.say(fmt::format("{}, or an arrow at the left or right edge, shows the panels again",
                              keys_of(window.ui, action::toggle_panels)));
  }
}

void walk_panels(PanelMode& mode) {
  mode.walked = !mode.walked;
  if (mode.walked) mode.set_alone(false);
}

void change_theme(const Window& window) {
  ThemeKind& theme = window.ui.preferences.theme;
  theme = theme == ThemeKind::dark ? ThemeKind::light : ThemeKind::dark;
}

/// Changes to the next text size that the view menu offers.
void change_text_size(const Window& window, bool larger) {
  double& size = window.ui.preferences.text_size;
  if (larger) {
    const auto next = std::ranges::find_if(text_sizes, [&](double each) { return each > size; });
    if (next != text_sizes.end()) size = *next;
  } else {
    const auto before =
        std::ranges::find_if(text_sizes.rbegin(), text_sizes.rend(), [&](double each) { return each < size; });
    if (before != text_sizes.rend()) size = *before;
  }
}

std::vector<ActionEntry> panel_actions(App* app, PanelMode& mode) {
  return in_group(ActionGroup::window,
                  {
                      {action::toggle_panels,
                       "hide and show the panels",
                       {pressed(GLFW_KEY_TAB, "Tab")},
                       [&mode](const Window& window) { hide_or_show_panels(window, mode); }},
                      {action::present,
                       "present: the picture alone on the full screen, with large numbers",
                       {pressed(GLFW_KEY_F11, "F11")},
                       [app](const Window&) { app->toggle_presentation(); }},
                      {Action("change_theme"),
                       "dark or light colors",
                       {with_control_and_shift(GLFW_KEY_D, "Ctrl + Shift + D")},
                       change_theme},
                      {Action("larger_text"),
                       "larger text",
                       {with_control(GLFW_KEY_EQUAL, "Ctrl + ="), with_control(GLFW_KEY_KP_ADD, "Ctrl + +")},
                       [](const Window& window) { change_text_size(window, true); }},
                      {Action("smaller_text"),
                       "smaller text",
                       {with_control(GLFW_KEY_MINUS, "Ctrl + -")},
                       [](const Window& window) { change_text_size(window, false); }},
                      {Action("walk_panels"),
                       "go through the panels with arrows and Enter; Esc ends it",
                       {pressed(GLFW_KEY_F6, "F6")},
                       [&mode](const Window&) { walk_panels(mode); }},
                  });
}

std::vector<ActionEntry> program_actions(App* app) {
  return {
      {Action("escape"),
       "close a menu; free the lens; cancel the computation or zoom box",
       {pressed(GLFW_KEY_ESCAPE, "Esc")},
       [app](const Window&) { app->escape(); }},
      {action::start_gpu,
       "start the GPU again, once it has stopped",
       {with_control(GLFW_KEY_G, "Ctrl + G")},
       [app](const Window&) { app->start_gpu_again(); },
       gpu_runs},
      {action::draw_on_card,
       "reopen the window, drawn by the NVIDIA card",
       {with_control_and_shift(GLFW_KEY_G, "Ctrl + Shift + G")},
       [app](const Window&) { app->draw_on_card(); },
       no_card_offered},
      {action::quit, "quit", {with_control(GLFW_KEY_Q, "Ctrl + Q")}, [app](const Window&) { app->close(); }},
  };
}

std::vector<ActionEntry> edit_actions(App* app) {
  return in_group(ActionGroup::edit, {
                                         {action::undo,
                                          "undo",
                                          {with_control(GLFW_KEY_Z, "Ctrl + Z")},
                                          [app](const Window& window) { put_earlier(*app, window.model.undo.back()); },
                                          nothing_to_undo},
                                         {action::redo,
                                          "redo",
                                          {with_control_and_shift(GLFW_KEY_Z, "Ctrl + Shift + Z")},
                                          [app](const Window& window) { put_earlier(*app, window.model.undo.forth()); },
                                          nothing_to_redo},
                                         {Action("forget_kept"),
                                          "forget all kept pictures, also those of other workloads",
                                          {with_control_and_shift(GLFW_KEY_K, "Ctrl + Shift + K")},
                                          [app](const Window&) { app->forget_kept_pictures(); }},
                                     });
}

}  // namespace

std::vector<ActionEntry> window_actions(App* app) {
  return window_actions(app, app->mode());
}

std::vector<ActionEntry> window_actions(App* app, PanelMode& mode) {
  std::vector<ActionEntry> out = edit_actions(app);
  std::ranges::move(panel_actions(app, mode), std::back_inserter(out));
  std::ranges::move(in_group(ActionGroup::window, border_actions(mode)), std::back_inserter(out));
  std::ranges::move(program_actions(app), std::back_inserter(out));
  return out;
}

}  // namespace heteroscope
