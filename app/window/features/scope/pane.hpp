#pragma once

#include <optional>

#include "app/window/feature/overlay_parts.hpp"
#include "app/window/model/window.hpp"

namespace heteroscope {

/// The pane with the grids of blocks as they were launched: zoomed by the wheel, panned by dragging; a click keeps a
/// block marked. Sets what is hovered.
void scope_pane(const Window& window, Covered& covered);
/// Where the pane shows a block, in ImGui's units; nothing if the pane is not there.
std::optional<Rect> block_rect(const Window& window, std::int64_t number);

/// Of ImGui's item that was drawn last: a click on it that is no drag pins the piece on which the mouse's button went
/// down, or lets go of it. `pointed`: the piece under the mouse now.
void pin_clicked(const Ui& ui, WindowModel& model, std::optional<std::int64_t> pointed);

}  // namespace heteroscope
