#include "app/window/widgets/icon_button.hpp"

#include "app/window/widgets/widgets.hpp"

namespace heteroscope {
namespace {

void draw_icon(const State& state, Icon icon, ImVec2 middle) {
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const ImU32 ink = state.theme().text;
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
  }
}

}  // namespace

bool icon_button(const State& state, const char* id, Icon icon, const char* what) {
  const float width = state.units(34);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const bool pressed = ImGui::Button(id, {width, 0});
  help(state, what);
  draw_icon(state, icon, {at.x + width * 0.5F, at.y + ImGui::GetFrameHeight() * 0.5F});
  ImGui::SameLine(0, state.units(4));
  return pressed;
}

}  // namespace heteroscope
