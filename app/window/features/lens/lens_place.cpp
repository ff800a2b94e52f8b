#include "app/window/features/lens/lens_place.hpp"

#include <imgui.h>

#include <algorithm>

namespace heteroscope {
namespace {

constexpr float lens_gap_units = 12;
constexpr float apart_units = 10;          ///< of the panel from the point
constexpr float usual_units = 330;         ///< the width of a variant
constexpr float least_lone_units = 190;    ///< of a variant alone
constexpr float least_column_units = 105;  ///< of one of two
constexpr float least_lens_height_units = 40;
// of a panel with its variants, one row with its drawing, and what it has no room for
constexpr float row_height_units = 150;
constexpr float row_of_two_height_units = 175;

/// Returns the width of as many columns, with the gaps between them.
float across(std::size_t columns, float width, float unit) {
  const auto count = static_cast<float>(columns);
  return (count * width + (count - 1) * lens_gap_units) * unit;
}

/// Returns the rectangle of that size at a side of the area.
Rect at_side(LensSide side, const Rect& area, ImVec2 size) {
  const ImVec2 from{side == LensSide::right ? area.to.x - size.x : area.from.x,
                    side == LensSide::below ? area.to.y - size.y : area.from.y};
  return {from, {from.x + size.x, from.y + size.y}};
}

}  // namespace

std::optional<LensPlace> lens_place(const Rect& picture, ImVec2 point, std::size_t variants, float unit,
                                    std::optional<LensSide> before) {
  const float gap = lens_gap_units * unit;
  const Rect area{{picture.from.x + gap, picture.from.y + gap}, {picture.to.x - gap, picture.to.y - gap}};
  const ImVec2 whole{area.to.x - area.from.x, area.to.y - area.from.y};
  const float least_height = least_lens_height_units * unit;
  if (std::min(whole.x, whole.y) < least_height) return std::nullopt;
  const ImVec2 half{whole.x / 2 - gap, std::max(whole.y / 2 - gap, least_height)};
  const bool in_columns = half.x >= across(variants, variants == 1 ? least_lone_units : least_column_units, unit);
  const ImVec2 size =
      in_columns ? ImVec2{std::min(across(variants, usual_units, unit), half.x), whole.y} : ImVec2{whole.x, half.y};
  const ImVec2 middle = middle_of(picture);
  const bool in_first_half = in_columns ? point.x <= middle.x : point.y <= middle.y;
  const LensSide first = in_columns ? LensSide::left : LensSide::above;
  const LensSide second = in_columns ? LensSide::right : LensSide::below;
  const LensSide away = in_first_half ? second : first;
  const LensSide there = in_first_half ? first : second;
  const float apart = apart_units * unit;
  const Rect pointed{{point.x - apart, point.y - apart}, {point.x + apart, point.y + apart}};
  const bool stays = before == there && !intersect(at_side(there, area, size), pointed);
  const LensSide side = stays ? there : away;
  return LensPlace{side, at_side(side, area, size),
                   size.y >= (variants == 1 ? row_height_units : row_of_two_height_units) * unit};
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
