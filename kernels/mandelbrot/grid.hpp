#pragma once

#include "core/base/shapes.hpp"
#include "kernels/mandelbrot/escape.hpp"
#include "kernels/mandelbrot/parameters.hpp"

namespace heteroscope::mandelbrot {

/// The sample points of a part of the picture that the parameters describe, in a kernel's own type. Center, step and
/// the c of a Julia set are those of the whole picture, each rounded once, so that a part has the bits of the whole.
template <class T>
Grid<T> make_grid(const Parameters& p, const Cutout& part) {
  return {static_cast<T>(p.center_re.to_double()),
          static_cast<T>(p.center_im.to_double()),
          static_cast<T>(p.span.to_double() / part.whole.width),
          static_cast<T>(part.x - 0.5 * (part.whole.width - 1)),
          static_cast<T>(part.y - 0.5 * (part.whole.height - 1)),
          {static_cast<T>(p.julia_re.to_double()), static_cast<T>(p.julia_im.to_double())}};
}

/// Calls `body.template operator()<Julia>()` with the kind of set that the parameters ask for.
template <class Body>
auto with_family(const Parameters& p, const Body& body) {
  return p.julia ? body.template operator()<true>() : body.template operator()<false>();
}

}  // namespace heteroscope::mandelbrot
