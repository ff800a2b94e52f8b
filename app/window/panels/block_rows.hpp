#pragma once

#include "app/window/shell/state.hpp"

namespace heteroscope {

/// Rows of a panel that choose the GPU's block shape and mapping, for the variants of all stages.
void block_rows(State& state);

}  // namespace heteroscope
