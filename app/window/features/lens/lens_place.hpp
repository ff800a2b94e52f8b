#pragma once

#include <optional>

#include "app/window/feature/overlay_window.hpp"

/// Where the lens stands.
namespace heteroscope {

/// Returns the place of a panel with that many variants beside each other (1 or 2), so that it does not hide the cell
/// under the mouse: in the half of the picture where the mouse is not; where the picture is too narrow for that, in the
/// half of the window where the mouse is not. Nothing where there is no height for a panel. `window`: the room for
/// pages; `unit`: the design's unit.
std::optional<Rect> lens_place(const Rect& window, const Rect& picture, ImVec2 mouse, std::size_t variants, float unit);
/// Returns the place of one of that many variants within a panel's, from the left. `gap`: what is between two of them.
Rect column_of(const Rect& place, std::size_t i, std::size_t variants, float gap);
/// Sets the place, and the largest size, of the ImGui window that begins next.
void put_lens(const Rect& place);

}  // namespace heteroscope
