#pragma once

#include "app/window/model/views/own_views.hpp"
#include "app/window/model/window.hpp"

namespace heteroscope {

/// Draws the rows that choose the source of the image, and those of the chosen source.
void source_rows(const Window& window, KeptViews& kept);

}  // namespace heteroscope
