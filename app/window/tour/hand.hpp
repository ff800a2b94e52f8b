#pragma once

#include "app/window/shell/app.hpp"

/// What a hand does with the mouse, as the window's own events.
namespace heteroscope {

/// At a pixel of the picture's area.
MouseEvent mouse(const Ui& ui, const FrameView& view, MouseEvent::Kind kind, Point area_pixel);

/// Rests the mouse on a place of the picture, in shares of its size.
void point_at(App& app, Point share);

/// Presses at one pixel of the picture's area and lets go at another.
void drag(App& app, Point from, Point to, int modifiers = 0);

}  // namespace heteroscope
