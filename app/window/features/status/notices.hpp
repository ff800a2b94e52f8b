#pragma once

#include "app/window/feature/overlay_parts.hpp"

namespace heteroscope {

/// Why the settings cannot be run, with what makes them possible.
void refusal(State& state, const Rect& rect, Covered& covered);
/// A GPU has stopped: until it works again, or the window is closed.
void gpu_loss(State& state, const Rect& rect, Covered& covered);

}  // namespace heteroscope
