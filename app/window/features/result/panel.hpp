#pragma once

#include "app/window/model/state.hpp"

namespace heteroscope {

/// The section of the value under the cursor and of what the frame took.
void result_panel(State& state);

}  // namespace heteroscope
