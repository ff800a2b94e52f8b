#pragma once

#include "app/window/feature/overlay_parts.hpp"

namespace heteroscope {

/// A zoom box that is being drawn.
void zoom_box(const State& state);
/// Lines on the picture that say how it stands with it: an alarm, what it is compared with, what is under way.
void status_badges(const State& state, Rect& rect);
/// Messages, at the picture's lower left.
void toasts(State& state, const Rect& rect);

}  // namespace heteroscope
