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

/// In ImGui's units.
struct Rect {
  ImVec2 from, to;
};

Rect rect_of(const Ui& ui, const PictureArea& area);
/// The part of a pane that a picture placed in it takes; it may reach beyond.
Rect placed(const Rect& pane, const Placement& place);
/// The cells of a picture of `extent` that stands in `domain`.
Rect cells_rect(const Rect& domain, Size extent, const Patch& patch);
/// A point of the framebuffer, counted from the area's corner, in ImGui's units.
ImVec2 place_in(const Ui& ui, const PictureArea& area, Point at);
/// Text on the picture, centered below a point, in lines of at most `most` units. Returns its height.
float badge(const Ui& ui, ImVec2 center_top, const std::string& text, ImU32 ink, float most);
float badge_height(const Ui& ui, const std::string& text, float most);

/// Windows over the picture that are not moved and have no decoration.
inline constexpr ImGuiWindowFlags notice_flags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                                 ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_AlwaysAutoResize |
                                                 ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoNav;

/// The present ImGui window is in the mouse's way.
void note_covered(Covered& covered);

}  // namespace heteroscope
