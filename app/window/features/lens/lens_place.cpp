#include "app/window/features/lens/lens_place.hpp"

#include <imgui.h>

#include <algorithm>

namespace heteroscope {
namespace {

constexpr float lens_gap_units = 12;
constexpr float usual_units = 330;  ///< of a variant
constexpr float least_units = 230;

/// Returns the width of as many columns, with the gaps between them.
float across(std::size_t columns, float width, float unit) {
  const auto count = static_cast<float>(columns);
  return (count * width + (count - 1) * lens_gap_units) * unit;
}

}  // namespace

Rect lens_place(const Rect& window, const Rect& picture, ImVec2 mouse, std::size_t variants, float unit) {
  const float gap = lens_gap_units * unit;
  const float usual = across(variants, usual_units, unit);
  const float least = across(variants, least_units, unit);
  const float whole = picture.to.x - picture.from.x;
  const float top = picture.from.y + gap;
  const auto beside_mouse = [&](const Rect& area, float inset, float width, float bottom) {
    const bool at_left = mouse.x > middle_of(area).x;
    const float left = at_left ? area.from.x + inset : area.to.x - inset - width;
    return Rect{{left, top}, {left + width, bottom}};
  };
  if (const float half = whole / 2 - 2 * gap; half >= least)
    return beside_mouse(picture, gap, std::min(usual, half), picture.to.y - gap);
  if (variants > 1) {
    const float half = (window.to.x - window.from.x) / 2 - gap;
    return beside_mouse(window, 0, std::min(usual, half), window.to.y);
  }
  const float at_left = picture.from.x - window.from.x - gap;
  if (at_left >= least) return {{window.from.x, top}, {window.from.x + std::min(usual, at_left), window.to.y}};
  return beside_mouse(picture, gap, std::min(least, whole - 2 * gap), picture.to.y - gap);
}

Rect column_of(const Rect& place, std::size_t i, std::size_t variants, float gap) {
  const auto count = static_cast<float>(variants);
  const float width = (place.to.x - place.from.x - (count - 1) * gap) / count;
  const float left = place.from.x + static_cast<float>(i) * (width + gap);
  return {{left, place.from.y}, {left + width, place.to.y}};
}

void put_lens(const Rect& place) {
  const auto& [from, to] = place;
  ImGui::SetNextWindowPos(from, ImGuiCond_Always);
  ImGui::SetNextWindowSizeConstraints({to.x - from.x, 0}, {to.x - from.x, to.y - from.y});
}

}  // namespace heteroscope
