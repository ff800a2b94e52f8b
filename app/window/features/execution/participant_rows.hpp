#pragma once

#include "app/window/model/window.hpp"

namespace heteroscope {

/// Rows of a panel about participants: which GPUs take part, how a frame is shared, each participant's part of it and
/// what that took.
void participant_rows(const Window& window);

}  // namespace heteroscope
