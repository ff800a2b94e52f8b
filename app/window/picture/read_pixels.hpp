#pragma once

#include <array>

#include "core/io/png/png.hpp"

namespace heteroscope {

/// What has been drawn of the window, with its context current: x0, y0, x1, y1 in pixels from its upper left corner, as
/// far as the framebuffer has them.
Picture read_pixels(Size framebuffer, std::array<int, 4> rect);

}  // namespace heteroscope
