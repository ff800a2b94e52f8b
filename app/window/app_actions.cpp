#include <imgui.h>
#include <imgui_internal.h>  // closing a popup from outside of it

#include "app/window/app.hpp"
#include "app/window/iterating.hpp"
#include "app/window/panes.hpp"
#include "app/window/sweep_overlay.hpp"

namespace heteroscope {

void App::act(Action action) {
  switch (action) {
    case Action::fit:
      state_.views.leave(shown_view(state_), state_.now_s);
      fit_view(state_);
      break;
    case Action::back:
      if (const auto view = state_.views.back()) show_view(state_, *view);
      break;
    case Action::halve_detail:
      change_detail(state_.settings, view_target(state_.settings, state_.catalog), 0.5);
      break;
    case Action::double_detail:
      change_detail(state_.settings, view_target(state_.settings, state_.catalog), 2);
      break;
    case Action::toggle_run:
      if (goes_on(*state_.workload)) {
        toggle_playing(state_);
      } else {
        state_.running = !state_.running;
      }
      break;
    case Action::step_once:
      if (goes_on(*state_.workload)) step_once(state_);
      break;
    case Action::reset_run:
      if (goes_on(*state_.workload)) reset_run(state_);
      break;
    case Action::toggle_contours:
      state_.preferences.contours = !state_.preferences.contours;
      break;
    case Action::toggle_plots:
      state_.preferences.run_plots = !state_.preferences.run_plots;
      break;
    case Action::toggle_cover:
      toggle_cover();
      break;
    case Action::toggle_disks:
      state_.preferences.disks = !state_.preferences.disks;
      break;
    case Action::toggle_sweep:
      toggle_sweep(state_);
      break;
    case Action::keep_curve:
      if (state_.frame != nullptr && !state_.frame->measured.empty()) state_.curves.keep(curve_of(*state_.frame));
      break;
    case Action::toggle_study:
      state_.study_shown = !state_.study_shown && state_.workload->study != nullptr;
      break;
    case Action::toggle_panels:
      state_.panels_hidden = !state_.panels_hidden;
      break;
    case Action::toggle_keys:
      state_.keys_shown = !state_.keys_shown;
      break;
    case Action::escape:
      escape();
      break;
    case Action::cycle_compare:
      cycle_compare();
      break;
    case Action::toggle_input:
      toggle_input();
      break;
    case Action::keep:
      if (state_.current()) {
        state_.comparison.kept = state_.frame;
        if (state_.comparison.with == CompareWith::kept) state_.comparison.with = CompareWith::nothing;
        state_.toasts.say("Kept as A: change something, then compare (D)", state_.now_s);
      } else {
        state_.toasts.fail("A is kept when the full picture is there", state_.now_s);
      }
      break;
    case Action::export_picture:
    case Action::export_diff:
    case Action::export_field:
    case Action::export_times:
    case Action::save_settings:
      exporter_.start(state_, action);
      break;
    case Action::start_gpu:
      start_gpu_again();
      break;
    case Action::quit:
      close();
      break;
  }
}

void App::cycle_compare() {
  Comparison& comparison = state_.comparison;
  switch (comparison.with) {
    case CompareWith::nothing:
      comparison.with = CompareWith::reference;
      break;
    case CompareWith::input:
      comparison.turn_off();
      comparison.with = CompareWith::reference;
      break;
    case CompareWith::reference:
      comparison.with = comparison.kept != nullptr ? CompareWith::kept : CompareWith::nothing;
      break;
    case CompareWith::kept:
      comparison.with = CompareWith::nothing;
      break;
  }
}

/// In the picture's place: nothing is compared with it.
void App::toggle_cover() {
  if (state_.workload->covers.empty()) {
    state_.toasts.fail("the blocks of " + std::string(state_.workload->label) + " cannot be shown", state_.now_s);
    return;
  }
  state_.cover.shown = !state_.cover.shown;
  if (state_.cover.shown) state_.comparison.turn_off();
}

/// The input beside the result, and off again with the style that was there before.
void App::toggle_input() {
  Comparison& comparison = state_.comparison;
  if (!reads_source(state_.settings, *state_.workload)) {
    state_.toasts.fail(std::string(state_.workload->label) + " has no input to show", state_.now_s);
    return;
  }
  if (state_.workload->gives_numbers()) {
    state_.toasts.fail("the picture is the input already", state_.now_s);
    return;
  }
  if (comparison.with == CompareWith::input && comparison.style == CompareStyle::side) {
    comparison.turn_off();
    return;
  }
  comparison.style_before = comparison.style;
  comparison.with = CompareWith::input;
  comparison.style = CompareStyle::side;
}

/// What is nearest: a menu, the list of keys, a drag, the computation, the messages.
void App::escape() {
  if (const int popups = ImGui::GetCurrentContext()->OpenPopupStack.Size; popups > 0) {
    ImGui::ClosePopupToLevel(popups - 1, true);
  } else if (state_.keys_shown) {
    state_.keys_shown = false;
  } else if (state_.study_shown) {
    state_.study_shown = false;
  } else if (state_.sweep_shown) {
    toggle_sweep(state_);
  } else if (!navigator_.gave_up() && !runner_.cancel(state_)) {
    state_.running = false;
    state_.toasts.clear();
  }
}

}  // namespace heteroscope
