#pragma once

#include <imgui.h>

#include <span>
#include <vector>

#include "app/window/features/scope/timeline_area.hpp"
#include "app/window/model/frame_view.hpp"

/// The timeline's rows below those of the units: what was done beside the pieces.
namespace heteroscope {

inline constexpr double beside_units = 12;  ///< the height of one of them

/// All of the time that has something: pieces, and what was done beside them.
TimeSpan whole_of(const Timeline& timeline, std::span<const Timeline::Beside> beside);
/// The timeline's rows beside the units', and the display's, where the frame is the one on the screen.
std::vector<Timeline::Beside> beside_of(const WindowModel& model, const FrameView& view);
/// A tooltip about what the mouse is at in these rows.
void tell_beside(const RowsArea& area, std::span<const Timeline::Beside> beside, ImVec2 mouse);

}  // namespace heteroscope
