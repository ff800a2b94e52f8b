#include "app/window/widgets/icon_button.hpp"

#include "app/window/widgets/widgets.hpp"

namespace heteroscope {
namespace {

/// An arc that ends in a head, to the left or to the right.
void turn(const State& state, ImVec2 middle, float side, ImU32 ink) {
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const float radius = state.units(4.5);
  const float head = state.units(3.6);
  constexpr float pi = 3.14159265F;
  middle.y += state.units(1);
  if (side < 0) {
    draw.PathArcTo(middle, radius, -0.75F * pi, 0.45F * pi);
  } else {
    draw.PathArcTo(middle, radius, 0.55F * pi, 1.75F * pi);
  }
  draw.PathStroke(ink, ImDrawFlags_None, state.units(1.6));
  const ImVec2 tip{middle.x + side * radius * 0.707F, middle.y - radius * 0.707F};
  draw.AddTriangleFilled({tip.x + side * head * 0.5F, tip.y + head * 0.9F},
                         {tip.x + side * head * 0.75F, tip.y - head * 0.75F},
                         {tip.x - side * head, tip.y + head * 0.1F}, ink);
}

void draw_icon(const State& state, Icon icon, ImVec2 middle) {
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const ImU32 ink = ImGui::GetColorU32(ImGuiCol_Text);
  const float half = state.units(5);
  const float bar = state.units(3);
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
      turn(state, middle, icon == Icon::undo ? -1.0F : 1.0F, ink);
      break;
  }
}

}  // namespace

bool icon_button(const State& state, const char* id, Icon icon, const std::string& what, const std::string& why_not) {
  const float width = state.units(34);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::BeginDisabled(!why_not.empty());
  const bool pressed = ImGui::Button(id, {width, 0});
  draw_icon(state, icon, {at.x + width * 0.5F, at.y + ImGui::GetFrameHeight() * 0.5F});
  ImGui::EndDisabled();
  help(state, why_not.empty() ? what : what + " Not now: " + why_not + ".");
  ImGui::SameLine(0, state.units(4));
  return pressed;
}

}  // namespace heteroscope
