#pragma once

#include "app/window/overlay_parts.hpp"

namespace heteroscope {

/// What an iteration adds to the picture: contour lines, the line of the profile, the brush.
void run_overlay(State& state);

/// One line, large and red, where the result went wrong; empty if it did not. Not that of an older problem's picture.
std::string alarm_of(const State& state);
/// One line where the picture's values make the CPU's steps slow; else empty.
std::string note_of(const State& state);
/// Draws the alarm across the picture's top and returns its height, 0 without one.
float alarm_banner(const State& state, const Rect& rect);

}  // namespace heteroscope
