#pragma once

#include "app/window/model/state.hpp"

namespace heteroscope {

/// The section of the scope: who computes what.
void cover_panel(State& state);

}  // namespace heteroscope
