#pragma once

#include "app/window/shell/app.hpp"

/// Movements of the mouse as events of the window.
namespace heteroscope {

/// Returns a mouse event at a pixel of the picture's area.
MouseEvent mouse(const Ui& ui, const FrameView& view, MouseEvent::Kind kind, Point area_pixel);

/// Moves the mouse to a place of the picture, in shares of its size.
void point_at(App& app, Point share);

/// Presses the button at one pixel of the picture's area and releases it at another.
void drag(App& app, Point from, Point to, int modifiers = 0);

}  // namespace heteroscope
