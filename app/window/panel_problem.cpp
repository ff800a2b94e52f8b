#include <cmath>
#include <string>

#include "app/window/format.hpp"
#include "app/window/panels.hpp"
#include "app/window/widgets.hpp"

namespace heteroscope {
namespace {

/// The settings are what choosing the scene would make of them.
bool shows(const Settings& settings, const Workload& workload, const Scene& scene) {
  Settings chosen = settings;
  apply_scene(chosen, workload, scene);
  return chosen.parameters == settings.parameters;
}

void scenes(State& state) {
  const Workload& workload = *state.workload;
  if (workload.scenes.empty()) return;
  row(state, "Saved view");
  const Scene* present = nullptr;
  for (const Scene& scene : workload.scenes) {
    if (shows(state.settings, workload, scene)) present = &scene;
  }
  const std::string label(present == nullptr ? "your own" : present->label);
  if (ImGui::BeginCombo("##scene", label.c_str(), ImGuiComboFlags_HeightLarge)) {
    for (const Scene& scene : workload.scenes) {
      const std::string name(scene.label);
      if (!choice(state, name.c_str(), &scene == present, {}, "")) continue;
      state.views.leave(view_of(state.settings, workload), state.now_s);
      apply_scene(state.settings, workload, scene);
    }
    ImGui::EndCombo();
  }
  help(state, "Views that are worth a look; the first is where the program starts.");
}

/// Buttons that halve and double, beside the parameter that the keys [ and ] change.
void detail_buttons(State& state) {
  const float gap = state.units(4);
  ImGui::SameLine(0, gap);
  if (ImGui::Button("/2")) state.ask(Action::halve_detail);
  help(state, "Half as many (key [)");
  ImGui::SameLine(0, gap);
  if (ImGui::Button("×2")) state.ask(Action::double_detail);
  help(state, "Twice as many (key ])");
}

void integer(State& state, const Parameter& parameter, double& value) {
  const Workload& workload = *state.workload;
  const bool is_detail = workload.navigation && workload.navigation->detail == parameter.id;
  if (is_detail) {
    const ImGuiStyle& style = ImGui::GetStyle();
    const float buttons = ImGui::CalcTextSize("/2").x + ImGui::CalcTextSize("×2").x + 4 * style.FramePadding.x;
    ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x - buttons - 2 * state.units(4));
  }
  int number = static_cast<int>(value);
  const int flags = ImGuiSliderFlags_AlwaysClamp | (parameter.logarithmic ? ImGuiSliderFlags_Logarithmic : 0);
  const bool changed = ImGui::SliderInt("##value", &number, static_cast<int>(parameter.minimum),
                                        static_cast<int>(parameter.maximum), "%d", flags);
  if (changed) value = number;
  help(state, std::string(parameter.help) + "\nDrag, or Ctrl+click to type.");
  if (is_detail) detail_buttons(state);
}

void real(const State& state, const Parameter& parameter, double& value) {
  double number = value;
  if (number_field("##value", number)) value = std::fmin(std::fmax(number, parameter.minimum), parameter.maximum);
  help(state, std::string(parameter.help) + "\nFrom " + format_short(parameter.minimum, 6) + " to " +
                  format_short(parameter.maximum, 6) + (parameter.unit.empty() ? "" : " ") +
                  std::string(parameter.unit) + ". Enter takes the number.");
}

void parameter_row(State& state, const Parameter& parameter) {
  double& value = state.settings.parameters.try_emplace(std::string(parameter.id), parameter.initial).first->second;
  ImGui::PushID(parameter.id.data(), parameter.id.data() + parameter.id.size());
  const std::string label =
      std::string(parameter.label) + (parameter.unit.empty() ? "" : " (" + std::string(parameter.unit) + ")");
  row(state, label.c_str());
  if (parameter.kind == ParameterKind::boolean) {
    bool on = value != 0;
    if (ImGui::Checkbox("##value", &on)) value = on ? 1 : 0;
    help(state, parameter.help);
  } else if (parameter.kind == ParameterKind::integer) {
    integer(state, parameter, value);
  } else {
    real(state, parameter, value);
  }
  ImGui::PopID();
}

}  // namespace

void problem_panel(State& state) {
  if (!section(state, "Problem")) return;
  scenes(state);
  for (const Parameter& parameter : state.workload->parameters) parameter_row(state, parameter);
}

}  // namespace heteroscope
