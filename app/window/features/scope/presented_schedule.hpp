#pragma once

#include "app/window/model/window.hpp"

namespace heteroscope {

/// Draws what the scope shows of a frame below its picture, for a projector: the timeline, and the legend beside it.
void presented_schedule(const Window& window);

}  // namespace heteroscope
