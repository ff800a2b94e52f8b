#pragma once

#include <string>

#include "core/base/cancel.hpp"
#include "core/types/basic_types.hpp"
#include "kernels/mandelbrot/parameters.hpp"

namespace heteroscope::mandelbrot {

/// The value of a pixel by direct iteration in fixed point, with as many digits as the view needs, and with more where
/// those do not make it certain. It is called for the few pixels that nothing else settles: an iteration takes about
/// 100 ns at 1e-50 and some µs at 1e-1000. If cancelled, it returns any value.
double exact_value(const Parameters& parameters, Size size, int x, int y, const Cancel& cancel = {});

/// The reason why a GPU cannot compute such a picture, which is that it has no fixed point of so many digits; empty if
/// it can.
std::string refused_on_gpu(const Parameters& parameters);

}  // namespace heteroscope::mandelbrot
