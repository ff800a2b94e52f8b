#pragma once

#include "app/window/model/views/own_views.hpp"
#include "app/window/model/window.hpp"

namespace heteroscope {

/// Rows of a panel that choose where the image comes from, and what belongs to that choice.
void source_rows(const Window& window, KeptViews& kept);

}  // namespace heteroscope
