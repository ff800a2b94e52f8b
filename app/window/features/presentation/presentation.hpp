#pragma once

#include "app/window/feature/overlay_parts.hpp"

namespace heteroscope {

/// For a room with a projector: what computes the picture and how long that takes, large, and a ring around the mouse.
void presentation(const State& state, const Rect& rect);

}  // namespace heteroscope
