#pragma once

#include "app/window/model/state.hpp"

namespace heteroscope {

/// Once a frame: where a GPU has stopped the other ones go on, else the CPU. Without the one that draws, the CPU does.
void follow_lost_gpus(State& state);
/// The settings as the next window is to find them: what a stopped GPU was doing is still wanted.
Settings settings_to_keep(const State& state);

}  // namespace heteroscope
