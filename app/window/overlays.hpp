#pragma once

#include <vector>

#include "app/window/state.hpp"

namespace heteroscope {

/// What is drawn over the picture: split line, zoom box, wipe divider, badges, notices, messages, the list of keys.
/// Returns the rectangles (x0, y0, x1, y1 in ImGui's units) in which the mouse does not reach the picture.
std::vector<std::array<float, 4>> overlays(State& state);

}  // namespace heteroscope
