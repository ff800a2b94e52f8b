#pragma once

#include "app/window/model/state.hpp"

namespace heteroscope {

/// The section of what is computed: parameters, size, source.
void problem_panel(State& state);

}  // namespace heteroscope
