#pragma once

#include <optional>

#include "app/window/feature/feature.hpp"
#include "app/window/model/window.hpp"

namespace heteroscope {

/// Draws the pane with the grids of blocks as they were launched: the wheel zooms, dragging pans, and a click keeps a
/// block marked. Sets the hovered span. The heading and the grids stand where earlier overlays have left room.
void scope_pane(const Window& window, OverlaySpace& space);
/// Returns where the pane shows a block, in ImGui's units; nothing if there is no pane.
std::optional<Rect> block_rect(const Window& window, std::int64_t number);

/// Handles a click on ImGui's last item: unless it is a drag, it pins the span on which the mouse's button went down,
/// or unpins it. `pointed`: the span under the mouse now.
void pin_clicked(const Ui& ui, WindowModel& model, std::optional<std::int64_t> pointed);

}  // namespace heteroscope
