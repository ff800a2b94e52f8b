#pragma once

#include "app/window/model/state.hpp"

namespace heteroscope {

/// Rows of a panel that edit a workload's parameters: its scenes, then each parameter by its kind.
void parameter_rows(State& state, const Workload& workload, Values& values);

}  // namespace heteroscope
