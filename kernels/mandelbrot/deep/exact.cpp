#include "kernels/mandelbrot/deep/exact.hpp"

#include "core/numbers/decimal_fixed.hpp"
#include "kernels/mandelbrot/deep/view.hpp"
#include "kernels/mandelbrot/escape.hpp"

namespace heteroscope::mandelbrot {
namespace {

/// The offset of a pixel from the middle of a side: span · (2 i + 1 − cells) / 2 width, truncated to the center's bits.
Integer offset(const Integer& span, int i, int cells, int width) {
  Integer out = span * (2 * static_cast<long>(i) + 1 - cells);
  mpz_fdiv_q_ui(out.get_mpz_t(), out.get_mpz_t(), 2 * static_cast<unsigned long>(width));
  return out;
}

/// Tries to compute the pixel with so many bits more than its view needs, and says whether the value is certain.
struct Found {
  double value = 0;
  bool certain = true;
};
Found found_with(const Parameters& p, Size size, int x, int y, std::size_t more, const Cancel& cancel) {
  const int finer = finer_by(size.width);
  FixedPoint point = view_of(p, finer, view_of(p, finer).center.bits + more).center;
  const Integer span = to_fixed(p.span, point.bits);
  point.re += offset(span, x, size.width, size.width);
  point.im -= offset(span, y, size.height, size.width);
  const FixedPoint c = p.julia ? julia_point(p, point.bits) : point;
  // 2^cut is a generous bound of what truncation costs an iterate and the point, in units of the last bit.
  constexpr int cut = 3;
  const Wide rounding{1, cut - static_cast<int>(c.bits)};
  FixedOrbit orbit = p.julia ? FixedOrbit(c, point) : FixedOrbit(c);
  Found out;
  Wide error = p.julia ? rounding : Wide{};
  Wide margin{};
  int k = 1;
  for (; k < p.max_iterations; ++k) {
    margin = orbit.margin();
    const Wide modulus = modulus_above(delta_of(orbit.z()));
    error = (modulus + modulus + error) * error;  // of |z|², and of the next iterate, too
    if (!(error < magnitude(margin))) out.certain = false;
    if (!negative(margin) || !out.certain || cancel.is_set()) break;
    error = error + rounding;
    orbit.advance();
  }
  out.value = pixel_value(to_doubles(delta_of(orbit.z())), to_doubles(delta_of(c)), k, p.max_iterations, p.smooth);
  return out;
}

}  // namespace

double exact_value(const Parameters& p, Size size, int x, int y, const Cancel& cancel) {
  constexpr std::size_t most = 1024;  // bits; an orbit that is on |z| = 2 to so many is taken to be there
  Found found = found_with(p, size, x, y, 0, cancel);
  for (std::size_t more = 128; !found.certain && more <= most && !cancel.is_set(); more *= 2)
    found = found_with(p, size, x, y, more, cancel);
  return found.value;
}

std::string refused_on_gpu(const Parameters& p) {
  return p.refine == Refine::exact ? "refine exact: the CPU has the digits for it; double_double can" : "";
}

}  // namespace heteroscope::mandelbrot
