#pragma once

#include "app/window/model/state.hpp"

namespace heteroscope {

/// Rows of a panel about lanes: which GPUs take part, how a frame is shared, each lane's part of it and what that took.
void lane_rows(State& state);

}  // namespace heteroscope
