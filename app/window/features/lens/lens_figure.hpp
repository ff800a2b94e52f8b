#pragma once

#include <string>

#include "app/plot/figure.hpp"
#include "app/window/features/lens/lens_words.hpp"

namespace heteroscope {

/// Returns the figure that is saved: all instructions of the warp.
PlotFigure lens_figure(const LensView& view, const std::string& title);

}  // namespace heteroscope
