#pragma once

#include "core/base/shapes.hpp"
#include "core/numbers/turn.hpp"
#include "kernels/mandelbrot/escape.hpp"
#include "kernels/mandelbrot/parameters.hpp"

namespace heteroscope::mandelbrot {

/// The sample points of a part of the picture that the parameters describe, in a kernel's own type. Center, step and
/// the c of a Julia set are those of the whole picture, each rounded once, so that a part has the bits of the whole.
template <class T>
Grid<T> make_grid(const Parameters& p, const Cutout& part) {
  const double step = p.span.to_double() / part.whole.width;
  const Turn turn = turn_by(p.rotation);
  const auto along = static_cast<T>(step * turn.cosine);
  const auto across = static_cast<T>(step * turn.sine);
  return {static_cast<T>(p.center_re.to_double()),
          static_cast<T>(p.center_im.to_double()),
          static_cast<T>(step),
          static_cast<T>(part.x - 0.5 * (part.whole.width - 1)),
          static_cast<T>(part.y - 0.5 * (part.whole.height - 1)),
          {along, across},
          {across, -along},
          {static_cast<T>(p.julia_re.to_double()), static_cast<T>(p.julia_im.to_double())}};
}

/// Whether rows are parallel to the real axis, from left to right, so that all points of one have one imaginary part.
inline bool is_upright(const Parameters& p) {
  return turn_by(p.rotation) == Turn{};
}

/// Calls `body.template operator()<Julia>()` with the kind of set that the parameters ask for.
template <class Body>
auto with_family(const Parameters& p, const Body& body) {
  return p.julia ? body.template operator()<true>() : body.template operator()<false>();
}

}  // namespace heteroscope::mandelbrot
