#pragma once

#include "app/plot/figure.hpp"

namespace heteroscope {

/// The figure on white, in `scale` pixels for each of its own: lines and letters are as sharp as these pixels are.
/// Needs no display, and makes the same pixels on each machine. `scale`: above 0.
Picture raster(const PlotFigure& figure, double scale);

}  // namespace heteroscope
