#include "kernels/mandelbrot/deep/exact.hpp"

#include "core/numbers/decimal_fixed.hpp"
#include "core/numbers/turn.hpp"
#include "kernels/mandelbrot/deep/view.hpp"
#include "kernels/mandelbrot/escape.hpp"

namespace heteroscope::mandelbrot {
namespace {

/// A double as a whole number of 2^-1074, which all doubles are.
constexpr int fraction_bits = 1074;
Integer whole_of(double number) {
  return to_fixed(Decimal::exactly(number), fraction_bits);
}

/// Moves a point from the middle of a picture to one of its pixels: by span / width times the way there in pixels,
/// turned. Each part is truncated to the point's bits.
void move_to_pixel(FixedPoint& point, const Integer& span, const Turn& turn, Size size, int x, int y) {
  const long right = 2 * static_cast<long>(x) + 1 - size.width;  // in half pixels
  const long down = 2 * static_cast<long>(y) + 1 - size.height;
  const auto in_plane = [&](const Integer& way) {
    Integer out = span * way;
    mpz_fdiv_q_2exp(out.get_mpz_t(), out.get_mpz_t(), fraction_bits);
    mpz_fdiv_q_ui(out.get_mpz_t(), out.get_mpz_t(), 2 * static_cast<unsigned long>(size.width));
    return out;
  };
  const Integer cosine = whole_of(turn.cosine);
  const Integer sine = whole_of(turn.sine);
  point.re += in_plane(cosine * right + sine * down);
  point.im -= in_plane(cosine * down - sine * right);
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
  move_to_pixel(point, span, turn_by(p.rotation), size, x, y);
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
  return p.refine == Refine::exact ? "refine=exact is computed on the CPU only; on a GPU choose refine=double_double"
                                   : "";
}

}  // namespace heteroscope::mandelbrot
