#include <GLFW/glfw3.h>
#include <imgui.h>
#include <imgui_internal.h>  // closing a popup from outside of it

#include <algorithm>
#include <cmath>

#include "app/window/app.hpp"

namespace heteroscope {

void App::act(Action action) {
  switch (action) {
    case Action::fit:
      state_.views.leave(view_of(state_.settings, *state_.workload), state_.now_s);
      fit();
      break;
    case Action::back:
      if (const auto view = state_.views.back()) put_view(state_.settings, *state_.workload, *view);
      break;
    case Action::halve_detail:
      change_detail(0.5);
      break;
    case Action::double_detail:
      change_detail(2);
      break;
    case Action::toggle_run:
      state_.running = !state_.running;
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
    case Action::quit:
      glfwSetWindowShouldClose(window_, GLFW_TRUE);
      break;
  }
}

/// The initial view, a square of the initial span, wholly inside the picture.
void App::fit() {
  if (!state_.workload->navigation) return;
  const Values initial = initial_values(state_.workload->parameters);
  Scene view;
  for (const std::string_view id : {state_.workload->navigation->center_x, state_.workload->navigation->center_y,
                                    state_.workload->navigation->span}) {
    if (const auto found = initial.find(id); found != initial.end()) view.values.insert(*found);
  }
  state_.settings.size = state_.area.size;
  apply_scene(state_.settings, *state_.workload, view);
}

void App::change_detail(double factor) {
  if (!state_.workload->navigation) return;
  const Parameter* parameter = state_.workload->find_parameter(state_.workload->navigation->detail);
  if (parameter == nullptr) return;
  double& value = state_.settings.parameters.try_emplace(std::string(parameter->id), parameter->initial).first->second;
  const double changed = parameter->kind == ParameterKind::integer ? std::floor(value * factor) : value * factor;
  value = std::clamp(changed, parameter->minimum, parameter->maximum);
}

void App::cycle_compare() {
  Comparison& comparison = state_.comparison;
  switch (comparison.with) {
    case CompareWith::nothing:
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

/// What is nearest: a menu, the list of keys, a drag, the computation, the messages.
void App::escape() {
  if (const int popups = ImGui::GetCurrentContext()->OpenPopupStack.Size; popups > 0) {
    ImGui::ClosePopupToLevel(popups - 1, true);
  } else if (state_.keys_shown) {
    state_.keys_shown = false;
  } else if (!navigator_.gave_up() && !runner_.cancel(state_)) {
    state_.running = false;
    state_.toasts.clear();
  }
}

}  // namespace heteroscope
