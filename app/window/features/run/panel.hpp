#pragma once

#include "app/window/model/state.hpp"

namespace heteroscope {

/// The section of a workload that iterates: brush, contour lines and study.
void run_panel(State& state);

}  // namespace heteroscope
