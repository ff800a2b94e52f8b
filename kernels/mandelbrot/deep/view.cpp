#include "kernels/mandelbrot/deep/view.hpp"

#include <algorithm>
#include <bit>

#include "core/numbers/decimal_fixed.hpp"

namespace heteroscope::mandelbrot {

View view_of(const Parameters& p, int finer, std::size_t least_bits) {
  // The least pixel is 1/65536 of the span; to that are added the digits of a double, and what the roundings of 2^20
  // iterations amount to.
  constexpr int beyond_span = 16 + 53 + 40 + 32;
  constexpr int least = 192;
  const Binary span = p.span.binary();
  View out;
  out.span = normal(span.mantissa, static_cast<int>(span.exponent2));
  out.center.bits = std::max(static_cast<std::size_t>(std::max(least, beyond_span + finer - out.span.e)), least_bits);
  out.center.re = to_fixed(p.center_re, out.center.bits);
  out.center.im = to_fixed(p.center_im, out.center.bits);
  return out;
}

FixedPoint julia_point(const Parameters& p, std::size_t bits) {
  return {.re = to_fixed(p.julia_re, bits), .im = to_fixed(p.julia_im, bits), .bits = bits};
}

int finer_by(int columns) {
  constexpr int usual = 16;
  return std::max(0, static_cast<int>(std::bit_width(static_cast<unsigned>(columns - 1))) - usual);
}

}  // namespace heteroscope::mandelbrot
