#pragma once

#include "app/window/model/window.hpp"

namespace heteroscope {

/// Rows of a panel about lanes: which GPUs take part, how a frame is shared, each lane's part of it and what that took.
void lane_rows(const Window& window);

}  // namespace heteroscope
