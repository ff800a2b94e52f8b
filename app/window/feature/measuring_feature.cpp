#include "app/window/feature/measuring_feature.hpp"

#include <fmt/format.h>

#include "app/window/look/imgui_versions.hpp"
#include "app/window/widgets/buttons_in_turn.hpp"
#include "app/window/widgets/widgets.hpp"

namespace heteroscope {
namespace {

/// Draws the progress, or what has changed since the measurement.
void standing(const Ui& ui, const MeasuringHeading& heading, float right) {
  if (heading.running) {
    ImGui::SameLine(0, ui.units(10));
    progress_bar(ui, heading.share, heading.now, right);
  } else if (!heading.changed.empty()) {
    ImGui::SameLine(0, ui.units(10));
    const std::string words = fmt::format("{} since", heading.changed);
    ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(ui.theme().notice), "%s", words.c_str());
  }
}

}  // namespace

std::string bench_runs(const Window& window) {
  return window.view.activity.suite ? "a bench is running and would be disturbed: stop it first (key F4)" : "";
}

void star_line(const Ui& ui, const std::vector<const VariantTime*>& times) {
  const std::string text = star_text(times);
  if (text.empty()) return;
  ImGui::PushStyleColor(ImGuiCol_Text, ui.theme().notice);
  ImGui::TextWrapped("%s", text.c_str());
  ImGui::PopStyleColor();
}

float star_line_height(const std::vector<const VariantTime*>& times) {
  const std::string text = star_text(times);
  if (text.empty()) return 0;
  const float width = ImGui::GetContentRegionAvail().x;
  return ImGui::CalcTextSize(text.c_str(), nullptr, false, width).y + ImGui::GetStyle().ItemSpacing.y;
}

MeasuringChoice measuring_heading(Ui& ui, const MeasuringHeading& heading) {
  MeasuringChoice out = MeasuringChoice::none;
  push_font(ui.fonts.strong);
  ImGui::TextUnformatted(heading.title);
  ImGui::PopFont();
  ImGui::SameLine(0, ui.units(10));
  ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(ui.theme().dim), "%s", heading.what.c_str());
  const float close = ui.units(54);
  const float gap = ui.units(6);
  const ButtonsInTurn buttons{
      .left = "Stop", .right = "Measure again", .left_width = ui.units(54), .right_width = ui.units(112)};
  const ButtonPlace place = heading.running ? ButtonPlace::left : ButtonPlace::right;
  const float from = ImGui::GetWindowContentRegionMax().x - close - gap - buttons.width(ui);
  standing(ui, heading, from + buttons.begin_of(ui, place));
  ImGui::SameLine(from);
  const bool pressed = button_in_turn(ui, buttons, place);
  help(ui, heading.running ? "Stops measuring; what has been measured is kept."
                           : "Measures again with the present settings.");
  if (pressed) out = heading.running ? MeasuringChoice::give_up : MeasuringChoice::again;
  ImGui::SameLine(0, gap);
  if (ImGui::Button("Close", {close, 0})) ui.ask(heading.closes);
  if (!heading.failure.empty())
    ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(ui.theme().error), "%s", heading.failure.c_str());
  return out;
}

}  // namespace heteroscope
