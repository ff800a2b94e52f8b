#pragma once

#include "core/model/own_kernels.hpp"

namespace heteroscope::mandelbrot {

/// Returns how the stage `escape` takes variants that a person writes (own.hpp): for direct orbits in fused arithmetic.
OwnKernels own_kernels();

}  // namespace heteroscope::mandelbrot
