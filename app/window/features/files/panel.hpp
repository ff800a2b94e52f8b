#pragma once

#include "app/window/model/state.hpp"

namespace heteroscope {

/// The section of what can be exported and recorded.
void export_panel(State& state);

}  // namespace heteroscope
