#pragma once

#include "app/window/model/window.hpp"

namespace heteroscope {

/// Draws the row below the picture: play, step, reset, speed and readout of a workload with steps or a clock.
void transport_bar(const Window& window);

}  // namespace heteroscope
