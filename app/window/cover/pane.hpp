#pragma once

#include <optional>

#include "app/window/layers/overlay_parts.hpp"

namespace heteroscope {

/// The pane with the grids of blocks as they were launched: zoomed by the wheel, panned by dragging; a click keeps a
/// block marked. Sets what is hovered.
void cover_pane(State& state, Covered& covered);
/// Where the pane shows a block, in ImGui's units; nothing if the pane is not there.
std::optional<Rect> block_rect(const State& state, std::int64_t number);

}  // namespace heteroscope
