// The actions of a run.
#include <GLFW/glfw3.h>
#include <fmt/format.h>

#include <utility>

#include "app/window/feature/graph.hpp"
#include "app/window/features/run/run_feature.hpp"
#include "app/window/model/scope_view.hpp"
#include "app/window/model/stepper.hpp"

namespace heteroscope {
namespace {

std::string stands_still(const Window& window) {
  return goes_on(*window.model.workload)
             ? ""
             : std::string(window.model.workload->label) + " has no steps and no time to play";
}

std::string no_curve(const Window& window) {
  const bool there = window.view.frame != nullptr && !window.view.frame->measured.empty() &&
                     !shows_earlier_save(window.ui, window.view);
  return there ? "" : "there is no curve yet";
}

std::string no_lines(const Window& window) {
  const Workload& workload = *window.model.workload;
  return workload.iterates() ? "" : fmt::format("{} takes no steps, and has no contour lines", workload.label);
}

/// The roofline gives way to the frame times of any workload.
std::string no_plots(const Window& window) {
  if (has_own_graph(window.model) || window.ui.preferences.roofline) return {};
  return fmt::format("{} takes no steps, and has no plots of a run", window.model.workload->label);
}

void run_or_pause(const Window& window) {
  if (replays(window.model)) {
    toggle_playing(window.model.scope.replay, window.ui.now_s);
  } else if (goes_on(*window.model.workload)) {
    toggle_playing(window);
  } else {
    window.model.running = !window.model.running;
  }
}

void toggle_contours(const Window& window) {
  window.ui.preferences.contours = !window.ui.preferences.contours;
}

void toggle_plots(const Window& window) {
  Preferences& preferences = window.ui.preferences;
  if (!std::exchange(preferences.roofline, false)) preferences.run_plots = !preferences.run_plots;
}

}  // namespace

std::vector<ActionEntry> RunFeature::actions() {
  return {
      {action::toggle_run,
       "run or pause: compute again and again, or play steps, time or the scope's replay",
       {pressed(GLFW_KEY_R, "R")},
       run_or_pause},
      {action::step_once, "one step", {typed('.', ".")}, step_once, stands_still},
      {action::reset_run, "back to step 0, or to time 0", {typed('0', "0")}, reset_run, stands_still},
      {action::toggle_contours, "contour lines", {pressed(GLFW_KEY_C, "C")}, toggle_contours, no_lines},
      {action::toggle_plots, "plots of the run, or of frame times", {pressed(GLFW_KEY_G, "G")}, toggle_plots, no_plots},
      {action::keep_curve,
       "keep the run's curve, to compare others with it",
       {with_control(GLFW_KEY_K, "Ctrl + K")},
       [this](const Window& window) { graphs_.keep_curve(*window.view.frame); },
       no_curve},
  };
}

void RunFeature::leave_workload() {
  contours_.forget();
  graphs_.leave_workload();
}

Activity RunFeature::activity(const Window& window) const {
  return {.busy = contours_.busy() || graphs_.busy(), .moves = is_playing(window.model, window.view)};
}

}  // namespace heteroscope
