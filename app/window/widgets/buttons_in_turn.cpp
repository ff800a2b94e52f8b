#include "app/window/widgets/buttons_in_turn.hpp"

#include <imgui.h>

#include "app/window/widgets/widgets.hpp"

namespace heteroscope {
namespace {

float width_of(const ButtonsInTurn& of, ButtonPlace place) {
  const float wanted = place == ButtonPlace::left ? of.left_width : of.right_width;
  const char* const words = place == ButtonPlace::left ? of.left : of.right;
  return wanted > 0 ? wanted : text_size(words).x + 2 * ImGui::GetStyle().FramePadding.x;
}

}  // namespace

float ButtonsInTurn::begin_of(const Ui& ui, ButtonPlace place) const {
  return place == ButtonPlace::left ? 0 : width_of(*this, ButtonPlace::left) + ui.units(6);
}

float ButtonsInTurn::width(const Ui& ui) const {
  return begin_of(ui, ButtonPlace::right) + width_of(*this, ButtonPlace::right);
}

bool button_in_turn(const Ui& ui, const ButtonsInTurn& of, ButtonPlace place) {
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + of.begin_of(ui, place));
  const char* const words = place == ButtonPlace::left ? of.left : of.right;
  ImGui::PushID(place == ButtonPlace::left ? "left of two" : "right of two");
  const ImVec2 padding = ImGui::GetStyle().FramePadding;
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {padding.x, of.small ? padding.y / 2 : padding.y});
  const bool pressed = ImGui::Button(words, {width_of(of, place), 0});
  ImGui::PopStyleVar();
  ImGui::PopID();
  return pressed;
}

}  // namespace heteroscope
