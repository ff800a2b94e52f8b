#pragma once

#include "app/window/model/window.hpp"

namespace heteroscope {

/// Who was busy when: a row for each multiprocessor and thread, to be zoomed and moved; where there is room, what one
/// of them computes at the same time stands side by side. What the mouse points at is lit in the picture, and the other
/// way round. Fills what is left of the ImGui window.
void timeline_view(const Window& window);

}  // namespace heteroscope
