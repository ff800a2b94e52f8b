#pragma once

#include "kernels/mandelbrot/deep/fixed.hpp"
#include "kernels/mandelbrot/parameters.hpp"

namespace heteroscope::mandelbrot {

/// What a picture shows, with as many bits as its pixels ask for.
struct View {
  FixedPoint center;
  Wide span;
};
View view_of(const Parameters& parameters);

}  // namespace heteroscope::mandelbrot
