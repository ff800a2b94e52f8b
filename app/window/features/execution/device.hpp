#pragma once

#include "app/window/model/state.hpp"

namespace heteroscope {

/// The section that says what the processors are.
void device_panel(const State& state);

}  // namespace heteroscope
