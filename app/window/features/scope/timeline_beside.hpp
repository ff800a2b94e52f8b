#pragma once

#include <imgui.h>

#include <span>
#include <vector>

#include "app/window/features/scope/timeline_area.hpp"
#include "app/window/model/frame_view.hpp"

/// The timeline's rows below those of the units: copies and the display.
namespace heteroscope {

inline constexpr double beside_units = 12;  ///< the height of one of these rows, in units of the design

/// Returns the time span of all rows: spans, copies and the display.
TimeSpan whole_of(const Timeline& timeline, std::span<const Timeline::Beside> beside);
/// Returns the rows of copies, and that of the display if the frame is the one on the screen.
std::vector<Timeline::Beside> beside_of(const WindowModel& model, const FrameView& view);
/// Shows a tooltip about the copy or display time under the mouse.
void tell_beside(const RowsArea& area, std::span<const Timeline::Beside> beside, ImVec2 mouse);

}  // namespace heteroscope
