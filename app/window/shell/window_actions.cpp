#include "app/window/shell/window_actions.hpp"

#include <GLFW/glfw3.h>

#include <optional>
#include <string>
#include <utility>

#include "app/window/shell/app.hpp"

namespace heteroscope {
namespace {

std::string nothing_to_undo(const State& state) {
  return state.undo.can_go_back() ? "" : "nothing has been changed yet";
}
std::string nothing_to_redo(const State& state) {
  return state.undo.can_go_forth() ? "" : "nothing has been undone";
}
std::string gpu_runs(const State& state) {
  return state.gpu_loss.what.empty() ? "the GPU has not stopped" : "";
}
std::string no_card_offered(const State& state) {
  return state.offers_card ? "" : "no NVIDIA card is known that could draw the window in place of " + state.drawn_by;
}

/// The size follows the window.
void put_earlier(App& app, std::optional<Settings> settings) {
  settings->problem.size = app.state().settings.problem.size;
  app.put(*std::move(settings));
}

void walk_panels(State& state) {
  state.walking = !state.walking;
  if (state.walking) state.panels_hidden = false;
}

}  // namespace

std::vector<ActionEntry> settings_actions(App* app) {
  return {
      {action::undo,
       "undo",
       {with_control(GLFW_KEY_Z, "Ctrl + Z")},
       [app](State& state) { put_earlier(*app, state.undo.back()); },
       nothing_to_undo},
      {action::redo,
       "redo",
       {with_control_and_shift(GLFW_KEY_Z, "Ctrl + Shift + Z")},
       [app](State& state) { put_earlier(*app, state.undo.forth()); },
       nothing_to_redo},
  };
}

std::vector<ActionEntry> window_actions(App* app) {
  return {
      {Action("forget_kept"),
       "forget all kept pictures, those of other workloads too",
       {with_control_and_shift(GLFW_KEY_K, "Ctrl + Shift + K")},
       [app](State&) { app->forget_kept_pictures(); }},
      {action::toggle_panels,
       "hide and show the panels",
       {pressed(GLFW_KEY_TAB, "Tab")},
       [](State& state) { state.panels_hidden = !state.panels_hidden; }},
      {Action("present"),
       "present: the picture alone on the whole screen, with large numbers",
       {pressed(GLFW_KEY_F11, "F11")},
       [app](State&) { app->toggle_presentation(); }},
      {Action("walk_panels"),
       "go through the panels with arrows and Enter; Esc ends it",
       {pressed(GLFW_KEY_F6, "F6")},
       walk_panels},
      {Action("escape"),
       "close a menu, cancel the computation or the box",
       {pressed(GLFW_KEY_ESCAPE, "Esc")},
       [app](State&) { app->escape(); }},
      {action::start_gpu,
       "start the GPU again, once it has stopped",
       {with_control(GLFW_KEY_G, "Ctrl + G")},
       [app](State&) { app->start_gpu_again(); },
       gpu_runs},
      {action::draw_on_card,
       "open the window anew, drawn by the NVIDIA card",
       {with_control_and_shift(GLFW_KEY_G, "Ctrl + Shift + G")},
       [app](State&) { app->draw_on_card(); },
       no_card_offered},
      {action::quit, "quit", {with_control(GLFW_KEY_Q, "Ctrl + Q")}, [app](State&) { app->close(); }},
  };
}

}  // namespace heteroscope
