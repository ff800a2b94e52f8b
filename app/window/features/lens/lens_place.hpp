#pragma once

#include <optional>

#include "app/window/feature/overlay_window.hpp"

/// Where the lens stands.
namespace heteroscope {

/// The part of the picture in which the lens stands.
enum class LensSide { left, right, above, below };

struct LensPlace {
  LensSide side = LensSide::right;
  Rect rect;
  bool has_room = false;  ///< for rows with words and drawings; else for a line or two
};

/// Returns the place of a panel with that many variants beside each other (1 or 2): in the left or the right half of
/// the picture, where that is too narrow for both in the upper or the lower one, and never over what is beside the
/// picture. It stays on its side `before` as long as it does not hide the point; else it stands in the half where the
/// point is not. Nothing where there is no height for a panel. `unit`: the design's unit.
std::optional<LensPlace> lens_place(const Rect& picture, ImVec2 point, std::size_t variants, float unit,
                                    std::optional<LensSide> before);
/// Returns the place of one of that many variants within a panel's, from the left. `gap`: what is between two of them.
Rect column_of(const Rect& place, std::size_t i, std::size_t variants, float gap);
/// Sets the place, and the largest size, of the ImGui window that begins next.
void put_lens(const Rect& place);

}  // namespace heteroscope
