#pragma once

#include "app/window/model/state.hpp"

namespace heteroscope {

/// Rows of a panel that choose where the image comes from, and what belongs to that choice.
void source_rows(State& state);

}  // namespace heteroscope
