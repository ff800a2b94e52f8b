#pragma once

#include "app/window/model/state.hpp"

namespace heteroscope {

/// The graphs of the last frames' times, side by side.
void time_graphs(State& state);

}  // namespace heteroscope
