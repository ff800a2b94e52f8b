#include "app/window/layers/overlay_parts.hpp"

#include <cmath>

namespace heteroscope {

Rect rect_of(const State& state, const PictureArea& area) {
  const auto along = [&](int pixels) { return static_cast<float>(pixels) / state.pixel_ratio; };
  return {{along(area.x), along(area.y)}, {along(area.x + area.size.width), along(area.y + area.size.height)}};
}

Rect placed(const Rect& pane, const Placement& place) {
  const auto across = [&](double x) {
    return pane.from.x + static_cast<float>(x + 1) * 0.5F * (pane.to.x - pane.from.x);
  };
  const auto down = [&](double y) {
    return pane.from.y + static_cast<float>(1 - y) * 0.5F * (pane.to.y - pane.from.y);
  };
  return {{across(place.x - place.half_width), down(place.y + place.half_height)},
          {across(place.x + place.half_width), down(place.y - place.half_height)}};
}

ImVec2 place_in(const State& state, const PictureArea& area, Point at) {
  return {static_cast<float>(area.x + at.x) / state.pixel_ratio, static_cast<float>(area.y + at.y) / state.pixel_ratio};
}

void badge(const State& state, ImVec2 center_top, const std::string& text, ImU32 ink) {
  ImDrawList& draw = *ImGui::GetBackgroundDrawList();
  const ImVec2 extent = ImGui::CalcTextSize(text.c_str());
  const ImVec2 pad{state.units(10), state.units(5)};
  const ImVec2 from{std::round(center_top.x - extent.x * 0.5F - pad.x), center_top.y};
  draw.AddRectFilled(from, {from.x + extent.x + 2 * pad.x, from.y + extent.y + 2 * pad.y},
                     faded(state.theme().panel, 0.88F), state.units(5));
  draw.AddText({from.x + pad.x, from.y + pad.y}, ink, text.c_str());
}

void note_covered(Covered& covered) {
  const ImVec2 at = ImGui::GetWindowPos();
  const ImVec2 size = ImGui::GetWindowSize();
  covered.push_back({at.x, at.y, at.x + size.x, at.y + size.y});
}

}  // namespace heteroscope
