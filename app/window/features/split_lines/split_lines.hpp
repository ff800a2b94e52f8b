#pragma once

#include "app/window/model/state.hpp"

namespace heteroscope {

/// Beside the picture each lane's rows in its color, and a line between each two.
void split_lines(const State& state);

}  // namespace heteroscope
