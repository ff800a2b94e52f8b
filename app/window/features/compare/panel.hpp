#pragma once

#include "app/window/model/state.hpp"

namespace heteroscope {

/// The section of what the picture is compared with.
void compare_panel(State& state);

}  // namespace heteroscope
