#pragma once

#include "kernels/mandelbrot/deep/fixed.hpp"
#include "kernels/mandelbrot/parameters.hpp"

namespace heteroscope::mandelbrot {

/// The part of the plane that a picture shows, with as many bits as its pixels need: as 1/65536 of the span does, or
/// 2^finer times as fine.
struct View {
  FixedPoint center;
  Wide span;
};
/// `least_bits` is a lower bound of the center's bits, for comparing it with another center.
View view_of(const Parameters& parameters, int finer = 0, std::size_t least_bits = 0);

/// The c of a Julia set, with that many bits.
FixedPoint julia_point(const Parameters& parameters, std::size_t bits);

/// The exponent `finer` for a picture with so many columns: 0 up to 65536.
int finer_by(int columns);

}  // namespace heteroscope::mandelbrot
