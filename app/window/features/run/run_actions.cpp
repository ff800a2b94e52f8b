// What keys ask of a run.
#include <GLFW/glfw3.h>

#include <utility>

#include "app/window/features/run/run_feature.hpp"
#include "app/window/model/cover_view.hpp"
#include "app/window/model/iterating.hpp"
#include "app/window/model/stepper.hpp"

namespace heteroscope {
namespace {

std::string stands_still(const State& state) {
  return goes_on(*state.workload) ? "" : std::string(state.workload->label) + " has neither steps nor a time";
}

std::string no_curve(const State& state) {
  return state.frame != nullptr && !state.frame->measured.empty() ? "" : "there is no curve yet";
}

void run_or_pause(State& state) {
  if (replays(state)) {
    toggle_playing(state.cover.replay, state.now_s);
  } else if (goes_on(*state.workload)) {
    toggle_playing(state);
  } else {
    state.running = !state.running;
  }
}

void toggle_contours(State& state) {
  state.preferences.contours = !state.preferences.contours;
}

void toggle_plots(State& state) {
  Preferences& preferences = state.preferences;
  if (!std::exchange(preferences.roofline, false)) preferences.run_plots = !preferences.run_plots;
}

}  // namespace

std::vector<ActionEntry> RunFeature::actions() {
  return {
      {action::toggle_run,
       "run again and again, pause; steps, a time and the scope's replay play",
       {pressed(GLFW_KEY_R, "R")},
       run_or_pause},
      {action::step_once, "one step", {typed('.', ".")}, step_once, stands_still},
      {action::reset_run, "back to step 0, to time 0", {typed('0', "0")}, reset_run, stands_still},
      {action::toggle_contours, "contour lines", {pressed(GLFW_KEY_C, "C")}, toggle_contours},
      {action::toggle_plots, "plots of the run, or of the times", {pressed(GLFW_KEY_G, "G")}, toggle_plots},
      {action::keep_curve,
       "keep the run's curve, to compare others with it",
       {with_control(GLFW_KEY_K, "Ctrl + K")},
       [this](State& state) { graphs_.keep_curve(*state.frame); },
       no_curve},
  };
}

void RunFeature::leave_workload() {
  contours_.forget();
  graphs_.leave_workload();
}

Activity RunFeature::activity(const State& state) const {
  return {.busy = contours_.busy() || graphs_.busy(), .moves = state.running};
}

}  // namespace heteroscope
