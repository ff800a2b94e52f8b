#pragma once

#include "app/plot/figure.hpp"

namespace heteroscope {

/// Returns the figure on white, in `scale` pixels, above 0, for each of its own: lines and letters are as sharp as
/// these pixels are. It needs no display. Throws BadInput where a side would have more than 32,767 pixels,
/// std::bad_alloc.
Picture raster(const PlotFigure& figure, double scale);

}  // namespace heteroscope
