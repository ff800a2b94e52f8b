#pragma once

#include "app/window/overlay_parts.hpp"

namespace heteroscope {

/// What is drawn over the picture: split line, comparison, histogram, zoom box, badges, notices, messages, the list of
/// keys. Returns where the mouse does not reach the picture.
Covered overlays(State& state);

}  // namespace heteroscope
