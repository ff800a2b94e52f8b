#pragma once

#include <span>

#include "app/window/features/scope/timeline_area.hpp"
#include "app/window/model/ui/ui.hpp"

namespace heteroscope {

/// Handles the mouse on the timeline: the wheel zooms the time, with Ctrl the rows, and with Shift scrolls them;
/// dragging moves both; a double click shows all. The span under the mouse is described, and a click keeps it marked.
void take_timeline_mouse(const Ui& ui, WindowModel& model, const RowsArea& area, const Timeline& timeline,
                         std::span<const Timeline::Beside> beside);

}  // namespace heteroscope
