#pragma once

#include "app/window/feature/feature.hpp"
#include "app/window/model/window.hpp"

namespace heteroscope {

/// Draws over the scope's picture: the pane of the grids, with its mouse, and the span under the mouse with marks in
/// result and grids, a line between them and a description.
void scope_overlay(const Window& window, OverlaySpace& space);

}  // namespace heteroscope
