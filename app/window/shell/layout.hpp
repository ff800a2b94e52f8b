#pragma once

#include <array>
#include <vector>

#include "app/window/layers/layers.hpp"
#include "app/window/panels/panels.hpp"

namespace heteroscope {

/// Builds every panel for a window of `width` × `height` ImGui units and puts the rest of it into state.area. Returns
/// where the mouse does not reach the picture although it is over it.
std::vector<std::array<float, 4>> lay_out(State& state, Panels& panels, Layers& layers, float width, float height);

}  // namespace heteroscope
