#pragma once

#include <array>

#include "core/io/png/png.hpp"

namespace heteroscope {

/// Returns pixels of the drawn window, whose context must be current: the rectangle x0, y0, x1, y1 from its upper left
/// corner, cut to the framebuffer.
Picture read_pixels(Size framebuffer, std::array<int, 4> rect);

}  // namespace heteroscope
