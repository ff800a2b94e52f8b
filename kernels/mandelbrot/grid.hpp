#pragma once

#include "core/base/shapes.hpp"
#include "kernels/mandelbrot/escape.hpp"
#include "kernels/mandelbrot/parameters.hpp"

namespace heteroscope::mandelbrot {

/// The sample points of a part of the picture that the parameters describe, in a kernel's own type. Center and step are
/// those of the whole picture, each rounded once, so that a part has the bits of the whole.
template <class T>
Grid<T> make_grid(const Parameters& p, const Cutout& part) {
  return {static_cast<T>(p.center_re.to_double()), static_cast<T>(p.center_im.to_double()),
          static_cast<T>(p.span.to_double() / part.whole.width), static_cast<T>(part.x - 0.5 * (part.whole.width - 1)),
          static_cast<T>(part.y - 0.5 * (part.whole.height - 1))};
}

}  // namespace heteroscope::mandelbrot
