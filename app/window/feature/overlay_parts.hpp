#pragma once

#include <imgui.h>

#include <array>
#include <string>
#include <vector>

#include "app/window/model/picture_area.hpp"
#include "app/window/model/ui/ui.hpp"
#include "core/model/block_mapping.hpp"

namespace heteroscope {

/// Rectangles (x0, y0, x1, y1 in ImGui's units) in which the mouse does not reach the picture.
using Covered = std::vector<std::array<float, 4>>;

/// A rectangle in ImGui's units.
struct Rect {
  ImVec2 from, to;
};

/// A rectangle that may be turned: its corners in ImGui's units, from the upper left one on clockwise before the turn.
using Corners = std::array<ImVec2, 4>;

/// A picture's rectangle, and the degrees by which it is turned counterclockwise about its middle.
struct TurnedRect {
  Rect upright;
  double turn = 0;
};

Rect rect_of(const Ui& ui, const PictureArea& area);
ImVec2 middle_of(const Rect& rect);
bool intersect(const Rect& one, const Rect& other);
/// Returns the rectangle, enlarged about its middle where a side is shorter than `least`.
Rect grown_to(const Rect& rect, float least);
/// Returns the rectangle of a picture that is placed in a pane, before it is turned; it may reach beyond the pane.
Rect placed(const Rect& pane, const Placement& place);
/// Returns the rectangle of some cells of a picture with `extent` cells, which is drawn in `domain`.
Rect cells_rect(const Rect& domain, Size extent, const Patch& patch);
/// Returns where the corners of a rectangle of the upright picture stand once the picture is turned.
Corners corners_in(const TurnedRect& picture, const Rect& rect);
/// Converts a point in framebuffer pixels from the area's corner into ImGui's units.
ImVec2 place_in(const Ui& ui, const PictureArea& area, Point at);
/// Draws text on the picture, centered below a point, in lines of at most `most` units. Returns its height.
float badge(const Ui& ui, ImVec2 center_top, const std::string& text, ImU32 ink, float most);
float badge_height(const Ui& ui, const std::string& text, float most);

/// The flags of windows over the picture, which are not moved and have no decoration.
inline constexpr ImGuiWindowFlags notice_flags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                                 ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_AlwaysAutoResize |
                                                 ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoNav;

/// Notes that the present ImGui window covers the picture for the mouse.
void note_covered(Covered& covered);

}  // namespace heteroscope
