#pragma once

#include "app/window/model/state.hpp"

namespace heteroscope {

/// Play, step, reset, speed and readout of a workload with steps or a clock: the row below the picture.
void transport_bar(State& state);

}  // namespace heteroscope
