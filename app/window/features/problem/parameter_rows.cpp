#include "app/window/features/problem/parameter_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "app/text/format.hpp"
#include "app/window/features/limit/limit_feature.hpp"
#include "app/window/features/views/scene_row.hpp"
#include "app/window/model/ui/ui.hpp"
#include "app/window/widgets/decimal_field.hpp"
#include "app/window/widgets/widgets.hpp"
#include "core/base/failure.hpp"
#include "core/model/bound.hpp"
#include "core/model/iteration.hpp"
#include "core/model/parameter.hpp"
#include "core/model/schema/unused.hpp"
#include "core/model/usual_range.hpp"

namespace heteroscope {
namespace {

/// Returns where a slider of ImGui (1.86, SliderBehaviorT) puts the middle of its grab.
float grab_x(ImVec2 from, ImVec2 to, double share) {
  constexpr float padding = 2;
  const float grab = std::min(ImGui::GetStyle().GrabMinSize, to.x - from.x - 2 * padding);
  const float first = from.x + padding + grab * 0.5F;
  const float last = to.x - padding - grab * 0.5F;
  return first + (last - first) * static_cast<float>(std::clamp(share, 0.0, 1.0));
}

/// Draws a slider for a parameter that has a limit: a mark at the limit, red beyond it with the reason below. True if
/// the value changed. With `zero_text` a value of 0 is shown by that text.
bool limit_slider(const Ui& ui, const Parameter& parameter, const Limit& limit, double& value,
                  const std::string& zero_text) {
  const Theme& theme = ui.theme();
  const bool beyond = value > limit.value;
  // the slider reaches as far beyond the limit as below it, and to a value that was typed
  const double low = parameter.minimum;
  const double high = std::min(std::max(2 * limit.value - low, value), parameter.maximum);
  double shown = value;
  if (beyond) ImGui::PushStyleColor(ImGuiCol_Text, theme.error);
  const char* const format = value == 0 && !zero_text.empty() ? zero_text.c_str() : "%.6g";
  const bool changed = ImGui::SliderScalar("##value", ImGuiDataType_Double, &shown, &low, &high, format);
  if (beyond) ImGui::PopStyleColor();
  if (changed) value = std::fmin(std::fmax(shown, parameter.minimum), parameter.maximum);
  const ImVec2 from = ImGui::GetItemRectMin();
  const ImVec2 to = ImGui::GetItemRectMax();
  help(ui, std::string(parameter.help) + "\nThe mark is at " + format_short(limit.value, 6) + ", " +
               std::string(limit.why) + ".\nDrag, or Ctrl+click to type.");
  const float x = grab_x(from, to, (limit.value - low) / (high - low));
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  draw.AddRectFilled({x, from.y}, to, faded(theme.error, 0.18F), ui.units(4), ImDrawFlags_RoundCornersRight);
  // the mark is drawn above and below the number, which stays readable
  const float half = ui.units(1);
  const float reach = ui.units(5);
  draw.AddRectFilled({x - half, from.y}, {x + half, from.y + reach}, theme.error);
  draw.AddRectFilled({x - half, to.y - reach}, {x + half, to.y}, theme.error);
  if (!beyond) return changed;
  ImGui::PushStyleColor(ImGuiCol_Text, theme.error);
  ImGui::TextWrapped("past %s, %s", format_short(limit.value, 6).c_str(), std::string(limit.why).c_str());
  ImGui::PopStyleColor();
  return changed;
}

/// Returns the limit of a parameter in the present settings; nothing if it has none.
std::optional<Limit> limit_of(const WindowModel& model, const Parameter& parameter) {
  const Iteration* const iteration = model.workload->iteration();
  if (!iteration || iteration->limit == nullptr || parameter.kind != ParameterKind::real) return std::nullopt;
  const auto parameters = bound(*model.workload, model.settings().problem.parameters);
  if (!parameters) return std::nullopt;
  const Limit limit = iteration->limit(*parameters);
  return limit.parameter == parameter.id ? std::optional(limit) : std::nullopt;
}

/// Draws buttons that halve and double the parameter of the keys [ and ].
void detail_buttons(Ui& ui) {
  const float gap = ui.units(4);
  ImGui::SameLine(0, gap);
  if (ImGui::Button("/2")) ui.ask(action::halve_detail);
  help(ui, "Halves the number.", action::halve_detail);
  ImGui::SameLine(0, gap);
  if (ImGui::Button("×2")) ui.ask(action::double_detail);
  help(ui, "Doubles the number.", action::double_detail);
}

void integer(Ui& ui, const Workload& workload, const Parameter& parameter, Value& value) {
  const bool is_detail = workload.navigation && workload.navigation->detail == parameter.id;
  if (is_detail) {
    const ImGuiStyle& style = ImGui::GetStyle();
    const float buttons = ImGui::CalcTextSize("/2").x + ImGui::CalcTextSize("×2").x + 4 * style.FramePadding.x;
    ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x - buttons - 2 * ui.units(4));
  }
  int number = static_cast<int>(static_cast<double>(value));
  const int flags = ImGuiSliderFlags_AlwaysClamp | (parameter.logarithmic ? ImGuiSliderFlags_Logarithmic : 0);
  const bool changed = ImGui::SliderInt("##value", &number, static_cast<int>(parameter.minimum),
                                        static_cast<int>(usual_maximum(parameter)), "%d", flags);
  if (changed) value = number;
  if (changed && workload.escape_limit && workload.escape_limit->parameter == parameter.id)
    ui.preferences.automatic_limit = false;
  help(ui, std::string(parameter.help) + "\nDrag, or Ctrl+click to type.");
  if (is_detail) detail_buttons(ui);
}

/// Returns "automatic (0.225)" if 0 stands for another value; else empty.
std::string zero_text(const Workload& workload, const Parameter& parameter, const Values& values) {
  if (workload.automatic == nullptr || parameter.kind != ParameterKind::real) return {};
  const auto parameters = bound(workload, values);
  if (!parameters) return {};
  const double taken = workload.automatic(*parameters, parameter.id);
  return std::isnan(taken) ? "" : "automatic (" + format_short(taken, 4) + ")";
}

void real(const Ui& ui, const Parameter& parameter, Value& value, const std::string& zero) {
  double number = value;
  if (number_field("##value", number, zero)) value = std::fmin(std::fmax(number, parameter.minimum), parameter.maximum);
  help(ui, std::string(parameter.help) + "\nFrom " + format_short(parameter.minimum, 6) + " to " +
               format_short(parameter.maximum, 6) + (parameter.unit.empty() ? "" : " ") + std::string(parameter.unit) +
               ". Press Enter to apply.");
}

/// Draws the field of a decimal parameter, whose tooltip has all digits.
void decimal(const Ui& ui, const Parameter& parameter, Value& value) {
  decimal_field(ui, "##value", parameter, value);
  constexpr std::size_t longest = 2000;
  std::string whole = value.text();
  if (whole.size() > longest) whole = value.decimal().short_text(longest);
  help(ui, std::string(parameter.help) + "\nFrom " + range_text(parameter) +
               ", with as many digits as needed. Press Enter to apply.\n" + whole);
}

void choices(const Ui& ui, const Parameter& parameter, Value& value) {
  const double index = value;
  const auto chosen = static_cast<std::size_t>(std::fmin(std::fmax(index, 0), parameter.maximum));
  const auto label = [&](std::size_t i) {
    const auto& shown = parameter.choice_labels.empty() ? parameter.choices : parameter.choice_labels;
    return std::string(i < shown.size() ? shown[i] : "");
  };
  if (!begin_combo(ui, "##value", label(chosen))) {
    help(ui, parameter.help);
    return;
  }
  for (std::size_t i = 0; i < parameter.choices.size(); ++i) {
    if (choice(ui, label(i).c_str(), i == chosen, {}, "")) value = static_cast<double>(i);
  }
  ImGui::EndCombo();
}

/// Returns the parameters without an effect here, and why. Before the first step the next steps count.
std::vector<UnusedParameter> unused_in(const WindowModel& model, const Workload& workload, const Values& values) {
  Settings settings = model.settings();
  settings.problem.workload = workload.id;
  settings.problem.parameters = values;
  settings.problem.steps = std::max<std::int64_t>(settings.problem.steps, 1);
  std::vector<UnusedParameter> out;
  attempt([&] { out = unused_parameters(settings, workload); });  // an error in the values is shown by the refusal
  return out;
}

/// Returns whether a parameter is the c of a Julia set while the plane of all c is shown.
bool is_other_planes(const Workload& workload, const Parameter& parameter, const Values& values) {
  if (!workload.navigation || !workload.navigation->julia) return false;
  const JuliaPlane& ids = *workload.navigation->julia;
  return (parameter.id == ids.re || parameter.id == ids.im) && workload.value_of(ids.on, values) == 0;
}

void parameter_row(Ui& ui, const WindowModel& model, const Workload& workload, const Parameter& parameter,
                   Values& values) {
  Value& value = values.try_emplace(std::string(parameter.id), parameter.initial).first->second;
  ImGui::PushID(parameter.id.data(), parameter.id.data() + parameter.id.size());
  const std::string label =
      std::string(parameter.label) + (parameter.unit.empty() ? "" : " (" + std::string(parameter.unit) + ")");
  row(ui, label.c_str());
  if (parameter.kind == ParameterKind::boolean) {
    bool on = value != 0;
    if (ImGui::Checkbox("##value", &on)) value = on ? 1 : 0;
    help(ui, parameter.help);
  } else if (parameter.kind == ParameterKind::integer) {
    integer(ui, workload, parameter, value);
  } else if (parameter.kind == ParameterKind::choice) {
    choices(ui, parameter, value);
  } else if (parameter.kind == ParameterKind::decimal) {
    decimal(ui, parameter, value);
  } else if (const auto limit = &workload == model.workload ? limit_of(model, parameter) : std::nullopt) {
    double number = value;
    if (limit_slider(ui, parameter, *limit, number, zero_text(workload, parameter, values))) value = number;
  } else {
    real(ui, parameter, value, zero_text(workload, parameter, values));
  }
  ImGui::PopID();
}

/// The rows that have no effect, which are said below all of them: what a choice makes idle moves no control.
class IdleRows {
 public:
  void add(const Parameter& parameter, const std::string& why) {
    if (reasons_.empty() || reasons_.back().why != why) reasons_.push_back({why, {}});
    std::string& labels = reasons_.back().labels;
    labels += (labels.empty() ? "" : ", ") + std::string(parameter.label);
  }
  void say(const Ui& ui) const {
    for (const Reason& each : reasons_)
      colored_words(ui.theme().dim, fmt::format("No effect here: {} ({})", each.labels, each.why));
  }

 private:
  struct Reason {
    std::string why;
    std::string labels;
  };
  std::vector<Reason> reasons_;
};

}  // namespace

void parameter_rows(const Window& window, const Workload& workload, Values& values, KeptViews& kept) {
  ImGui::PushID(workload.id.data(), workload.id.data() + workload.id.size());
  scene_row(window, workload, values, kept);
  const std::vector<UnusedParameter> unused = unused_in(window.model, workload, values);
  IdleRows idle;
  for (const Parameter& parameter : workload.parameters) {
    if (is_other_planes(workload, parameter, values)) continue;
    const std::string why = why_unused(unused, parameter.id);
    const bool is_limit = workload.escape_limit && workload.escape_limit->parameter == parameter.id;
    const double before = is_limit ? workload.value_of(parameter.id, values) : 0;
    parameter_row(window.ui, window.model, workload, parameter, values);
    if (is_limit) {
      if (workload.value_of(parameter.id, values) != before) window.model.limit.by_hand = true;
      automatic_limit_rows(window.ui, window.model);
    }
    if (!why.empty()) idle.add(parameter, why);
  }
  idle.say(window.ui);
  ImGui::PopID();
}

}  // namespace heteroscope
