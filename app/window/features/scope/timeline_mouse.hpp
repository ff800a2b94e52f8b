#pragma once

#include <span>

#include "app/window/features/scope/timeline_area.hpp"
#include "app/window/model/ui/ui.hpp"

namespace heteroscope {

/// What the mouse does with a timeline: the wheel zooms the time, with Ctrl the rows, with Shift it goes through them;
/// dragging moves both; a double click shows all. What it points at is told, and clicked.
void take_timeline_mouse(const Ui& ui, WindowModel& model, const RowsArea& area, const Timeline& timeline,
                         std::span<const Timeline::Beside> beside);

}  // namespace heteroscope
