#include "app/window/feature/measuring_row.hpp"

#include <imgui.h>

#include <algorithm>

#include "app/window/widgets/buttons_in_turn.hpp"
#include "app/window/widgets/widgets.hpp"

namespace heteroscope {
namespace {

/// Draws dim words, shortened to the room up to `right`; nothing where hardly any would be left.
void dim_words(const Ui& ui, const std::string& words, float right) {
  const float room = right - ImGui::GetCursorPosX();
  if (words.empty() || room < ui.units(40)) return;
  const std::string shown = shortened(words, room);
  ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(ui.theme().dim), "%s", shown.c_str());
  if (shown != words) help(ui, words);
}

}  // namespace

void progress_bar(const Ui& ui, double share, const std::string& now, float right) {
  const float room = right - ImGui::GetCursorPosX();
  if (room < ui.units(40)) return ImGui::Dummy({0, ImGui::GetTextLineHeight()});
  const float wide = std::clamp(0.4F * room, ui.units(40), ui.units(160));
  ImGui::ProgressBar(static_cast<float>(share), {wide, ImGui::GetTextLineHeight()}, "");
  ImGui::SameLine(0, ui.units(10));
  dim_words(ui, now, right - ui.units(10));
}

float height_of(const MeasuringRow& row) {
  return row.running || row.stopped ? ImGui::GetTextLineHeightWithSpacing() + ImGui::GetStyle().FramePadding.y : 0;
}

MeasuringChoice measuring_row(const Ui& ui, const MeasuringRow& row) {
  if (!row.running && !row.stopped) return MeasuringChoice::none;
  const ButtonsInTurn buttons{.left = "Measure again", .right = "Stop", .small = true};
  const ButtonPlace place = row.running ? ButtonPlace::right : ButtonPlace::left;
  const float right = ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x;
  const float from = right - buttons.width(ui);
  const float button = from + buttons.begin_of(ui, place);
  if (row.running) {
    progress_bar(ui, row.share, row.now, button);
  } else {
    ImGui::Dummy({0, ImGui::GetTextLineHeight()});
    ImGui::SameLine(0, 0);
    dim_words(ui, "stopped", button);
  }
  ImGui::SameLine(from);
  ImGui::PushID("measuring");
  const bool pressed = button_in_turn(ui, buttons, place);
  ImGui::PopID();
  help(ui, row.running ? "Stops measuring; what is complete is kept." : "Measures with the present settings.");
  if (!pressed) return MeasuringChoice::none;
  return row.running ? MeasuringChoice::give_up : MeasuringChoice::again;
}

}  // namespace heteroscope
