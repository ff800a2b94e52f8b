#include "app/window/features/lens/lens_place.hpp"

#include <imgui.h>

#include <algorithm>

namespace heteroscope {
namespace {

constexpr float lens_gap_units = 12;
constexpr float usual_units = 330;  ///< of a variant
constexpr float least_units = 230;
constexpr float least_height_units = 40;

/// Returns the width of as many columns, with the gaps between them.
float across(std::size_t columns, float width, float unit) {
  const auto count = static_cast<float>(columns);
  return (count * width + (count - 1) * lens_gap_units) * unit;
}

}  // namespace

std::optional<Rect> lens_place(const Rect& window, const Rect& picture, ImVec2 mouse, std::size_t variants,
                               float unit) {
  const float gap = lens_gap_units * unit;
  const bool in_picture = (picture.to.x - picture.from.x) / 2 - 2 * gap >= across(variants, least_units, unit);
  const Rect& area = in_picture ? picture : window;
  const float inset = in_picture ? gap : 0;
  const float top = picture.from.y + gap;
  const float bottom = area.to.y - inset;
  if (bottom - top < least_height_units * unit) return std::nullopt;
  const float half = (area.to.x - area.from.x) / 2 - gap - inset;
  const float width = std::min(across(variants, usual_units, unit), half);
  const bool at_left = mouse.x > middle_of(area).x;
  const float left = at_left ? area.from.x + inset : area.to.x - inset - width;
  return Rect{{left, top}, {left + width, bottom}};
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
