#include "app/window/widgets/icon_button.hpp"

#include <cmath>

#include "app/window/widgets/widgets.hpp"

namespace heteroscope {
namespace {

/// Draws an arrow that turns back to the left, or its mirror image (`side` 1).
void turn(const Ui& ui, ImVec2 middle, float side, ImU32 ink) {
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const float unit = ui.units(1);
  const auto at = [&](float x, float y) { return ImVec2{middle.x + side * x * unit, middle.y + y * unit}; };
  constexpr float pi = 3.14159265F;
  constexpr float radius = 3.2F;
  draw.PathLineTo(at(-4, -2.5F));
  constexpr int steps = 12;
  for (int i = 0; i <= steps; ++i) {
    const float angle = pi * (static_cast<float>(i) / steps - 0.5F);
    draw.PathLineTo(at(2 + radius * std::cos(angle), -2.5F + radius + radius * std::sin(angle)));
  }
  draw.PathLineTo(at(-2, -2.5F + 2 * radius));
  draw.PathStroke(ink, ImDrawFlags_None, 1.5F * unit);
  // ImGui smooths edges only of shapes in this winding order
  const ImVec2 tip = at(-6.5F, -2.5F);
  const ImVec2 above = at(-2, -6);
  const ImVec2 below = at(-2, 1);
  draw.AddTriangleFilled(tip, side > 0 ? above : below, side > 0 ? below : above, ink);
}

void draw_button_icon(const Ui& ui, Icon icon, ImVec2 middle) {
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const ImU32 ink = ImGui::GetColorU32(ImGuiCol_Text);
  const float half = ui.units(5);
  const float bar = ui.units(3);
  const ImVec2 from{middle.x - half, middle.y - half};
  const ImVec2 to{middle.x + half, middle.y + half};
  switch (icon) {
    case Icon::play:
      draw.AddTriangleFilled(from, {from.x, to.y}, {to.x, middle.y}, ink);
      break;
    case Icon::pause:
      draw.AddRectFilled(from, {from.x + bar, to.y}, ink);
      draw.AddRectFilled({to.x - bar, from.y}, to, ink);
      break;
    case Icon::to_start:
      draw.AddRectFilled(from, {from.x + bar, to.y}, ink);
      draw.AddTriangleFilled({to.x, from.y}, to, {from.x + bar, middle.y}, ink);
      break;
    case Icon::to_end:
      draw.AddRectFilled({to.x - bar, from.y}, to, ink);
      draw.AddTriangleFilled(from, {from.x, to.y}, {to.x - bar, middle.y}, ink);
      break;
    case Icon::undo:
    case Icon::redo:
      turn(ui, middle, icon == Icon::undo ? 1.0F : -1.0F, ink);
      break;
  }
}

}  // namespace

bool icon_button(const Ui& ui, const char* id, Icon icon, const std::string& what, const std::string& why_not) {
  const float width = ui.units(34);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::BeginDisabled(!why_not.empty());
  const bool pressed = ImGui::Button(id, {width, 0});
  draw_button_icon(ui, icon, {at.x + width * 0.5F, at.y + ImGui::GetFrameHeight() * 0.5F});
  ImGui::EndDisabled();
  help(ui, why_not.empty() ? what : what + " Not now: " + why_not + ".");
  ImGui::SameLine(0, ui.units(4));
  return pressed;
}

}  // namespace heteroscope
