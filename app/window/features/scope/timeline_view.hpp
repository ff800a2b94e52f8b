#pragma once

#include "app/window/model/window.hpp"

namespace heteroscope {

/// Draws the timeline into the rest of the ImGui window: a row for each multiprocessor and thread, which can be zoomed
/// and moved. If there is room, blocks that one multiprocessor computes at the same time stand in rows of their own.
/// The span under the mouse is highlighted in the picture, too, and the other way round.
void timeline_view(const Window& window);

}  // namespace heteroscope
