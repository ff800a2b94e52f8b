#pragma once

#include "app/window/model/state.hpp"

namespace heteroscope {

/// The section of colors, samples and the window's looks.
void color_panel(State& state);

}  // namespace heteroscope
