#pragma once

#include "app/window/model/window.hpp"

namespace heteroscope {

/// Play, step, reset, speed and readout of a workload with steps or a clock: the row below the picture.
void transport_bar(const Window& window);

}  // namespace heteroscope
