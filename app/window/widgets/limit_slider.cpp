#include "app/window/widgets/limit_slider.hpp"

#include <algorithm>
#include <cmath>

#include "app/text/format.hpp"
#include "app/window/widgets/widgets.hpp"

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

}  // namespace

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

}  // namespace heteroscope
