#pragma once

#include "app/window/model/state.hpp"

namespace heteroscope {

/// Workload, run and pause, what the last frame took, the view's menu.
void top_bar(State& state);

}  // namespace heteroscope
