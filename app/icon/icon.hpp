#pragma once

#include <string>

#include "core/io/png/png.hpp"

namespace heteroscope {

/// The program's sign: on an oscilloscope's screen a beam that runs along the border of the Mandelbrot set. Drawn from
/// one description, in any size: `pixels` wide and high, transparent outside of the screen.
Picture draw_icon(int pixels);
/// The icon as SVG.
std::string icon_svg();

}  // namespace heteroscope
