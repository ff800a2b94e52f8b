#pragma once

#include "app/window/state.hpp"

namespace heteroscope {

/// Play, step, reset, speed and readout of a workload that iterates: the row below the picture.
void transport_bar(State& state);

}  // namespace heteroscope
