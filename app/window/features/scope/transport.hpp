#pragma once

#include "app/window/model/state.hpp"

namespace heteroscope {

/// Play, time and speed of a cover's replay: the row below the picture.
void cover_transport(State& state);

}  // namespace heteroscope
