#pragma once

#include "app/window/overlay_parts.hpp"

namespace heteroscope {

/// Bars over the lower part of the picture, where the result is numbers about it. Returns what is left of the picture's
/// rectangle above them.
Rect histogram_overlay(State& state, const Rect& rect, Covered& covered);

}  // namespace heteroscope
