#pragma once

#include "app/window/feature/overlay_parts.hpp"

namespace heteroscope {

/// What is drawn over the cover: the grids' pane with its mouse, the block under the mouse on both sides and a line
/// between, what there is to say about it.
void cover_overlay(State& state, Covered& covered);

}  // namespace heteroscope
