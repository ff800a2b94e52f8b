#include "app/window/shell/window_actions.hpp"

#include <GLFW/glfw3.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <utility>

#include "app/window/shell/app.hpp"
#include "app/window/shell/border_actions.hpp"

namespace heteroscope {
namespace {

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
                       [&mode](const Window&) { mode.set_alone(!mode.alone()); }},
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
