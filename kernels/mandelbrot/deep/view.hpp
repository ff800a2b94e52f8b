#pragma once

#include "kernels/mandelbrot/deep/fixed.hpp"
#include "kernels/mandelbrot/parameters.hpp"

namespace heteroscope::mandelbrot {

/// What a picture shows, with as many bits as its pixels ask for: of 65536 a span, or by this power of two more.
struct View {
  FixedPoint center;
  Wide span;
};
/// `least_bits`: of the center, where it is to be held against another.
View view_of(const Parameters& parameters, int finer = 0, std::size_t least_bits = 0);

/// That power for a picture of so many columns: 0 up to 65536.
int finer_by(int columns);

}  // namespace heteroscope::mandelbrot
