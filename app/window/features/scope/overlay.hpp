#pragma once

#include "app/window/feature/overlay_parts.hpp"
#include "app/window/model/window.hpp"

namespace heteroscope {

/// What is drawn over the cover: the grids' pane with its mouse, the block under the mouse on both sides and a line
/// between, what there is to say about it.
void scope_overlay(const Window& window, Covered& covered);

}  // namespace heteroscope
