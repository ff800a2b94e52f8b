#pragma once

#include "app/window/shell/features.hpp"

namespace heteroscope {

/// What is drawn below the picture: times of frames, plots of the run or of the scope, or what limits the variant.
void graphs(const Window& window, Features& features);

}  // namespace heteroscope
