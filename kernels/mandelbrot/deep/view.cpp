#include "kernels/mandelbrot/deep/view.hpp"

#include <algorithm>

#include "core/base/decimal_fixed.hpp"

namespace heteroscope::mandelbrot {

View view_of(const Parameters& p) {
  // a pixel is a 65536th of the span at least; a double's digits of it, and what 2^20 iterations' roundings come to
  constexpr int beyond_span = 16 + 53 + 40 + 32;
  constexpr int least = 192;
  const Binary span = p.span.binary();
  View out;
  out.span = normal(span.mantissa, static_cast<int>(span.exponent2));
  out.center.bits = static_cast<std::size_t>(std::max(least, beyond_span - out.span.e));
  out.center.re = to_fixed(p.center_re, out.center.bits);
  out.center.im = to_fixed(p.center_im, out.center.bits);
  return out;
}

}  // namespace heteroscope::mandelbrot
