#pragma once

#include <string>

#include "core/base/cancel.hpp"
#include "core/types/basic_types.hpp"
#include "kernels/mandelbrot/parameters.hpp"

namespace heteroscope::mandelbrot {

/// What a pixel holds by direct iteration with as many digits as the view asks for, and with more where those are not
/// enough to be certain: for the few that are not certain otherwise. It takes some 100 ns an iteration at 1e-50, some
/// µs at 1e-1000. Cancelled, it is any value.
double exact_value(const Parameters& parameters, Size size, int x, int y, const Cancel& cancel = {});

/// Why a GPU cannot compute such a picture: it has no such digits. Empty if it can.
std::string refused_on_gpu(const Parameters& parameters);

}  // namespace heteroscope::mandelbrot
