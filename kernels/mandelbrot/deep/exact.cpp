#include "kernels/mandelbrot/deep/exact.hpp"

#include "core/base/decimal_fixed.hpp"
#include "kernels/mandelbrot/deep/view.hpp"
#include "kernels/mandelbrot/escape.hpp"

namespace heteroscope::mandelbrot {
namespace {

/// What is added to a side's middle: span · (2 i + 1 − cells) / 2 width, cut to the center's bits.
Integer offset(const Integer& span, int i, int cells, int width) {
  Integer out = span * (2 * static_cast<long>(i) + 1 - cells);
  mpz_fdiv_q_ui(out.get_mpz_t(), out.get_mpz_t(), 2 * static_cast<unsigned long>(width));
  return out;
}

}  // namespace

double exact_value(const Parameters& p, Size size, int x, int y) {
  FixedPoint c = view_of(p, finer_by(size.width)).center;
  const Integer span = to_fixed(p.span, c.bits);
  c.re += offset(span, x, size.width, size.width);
  c.im -= offset(span, y, size.height, size.width);
  FixedOrbit orbit(c);
  int k = 1;
  while (k < p.max_iterations && orbit.margin().m < 0) {
    orbit.advance();
    ++k;
  }
  return pixel_value(to_doubles(delta_of(orbit.z())), to_doubles(delta_of(c)), k, p.max_iterations, p.smooth);
}

std::string refused_on_gpu(const Parameters& p) {
  return p.refine ? "refine: the CPU has the digits for it" : "";
}

}  // namespace heteroscope::mandelbrot
