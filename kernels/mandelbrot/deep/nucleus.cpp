#include "kernels/mandelbrot/deep/nucleus.hpp"

namespace heteroscope::mandelbrot {
namespace {

constexpr int most_steps = 24;  // of Newton's method: each doubles the digits, or gains a double's

Delta<Wide> quotient(Delta<Wide> a, Delta<Wide> b) {
  const double square = std::fma(b.re, b.re, b.im * b.im);
  return normal(std::fma(a.re, b.re, a.im * b.im) / square, std::fma(a.im, b.re, -(a.re * b.im)) / square, a.e - b.e);
}

void subtract(FixedPoint& from, Delta<Wide> what) {
  Integer part;
  set(part, normal(what.re, what.e), from.bits);
  from.re -= part;
  set(part, normal(what.im, what.e), from.bits);
  from.im -= part;
}

/// One step of the method: how far it moves c. None where the orbit escapes.
struct Step {
  Delta<Wide> change;
  int period = 0;  ///< the first n at which the iterate is 0 to the tolerance; 0: none is
};
std::optional<Step> newton_step(const FixedPoint& c, int period, Wide tolerance, const Cancel& cancel) {
  FixedOrbit orbit(c);
  Step out;
  Delta<Wide> slope{};  // dz/dc
  for (int n = 1; n <= period; ++n) {
    if (cancel.is_set()) return std::nullopt;
    slope = twice(delta_of(orbit.z())) * slope + Delta<Wide>{1, 0, 0};
    orbit.advance();
    if (wide(60) < orbit.margin()) return std::nullopt;  // it would grow without end
    if (out.period == 0 && extent(delta_of(orbit.z())) < tolerance * extent(slope)) out.period = n;
  }
  out.change = quotient(delta_of(orbit.z()), slope);
  return out;
}

}  // namespace

std::optional<int> period_near(const FixedPoint& c, Wide radius, int limit, const Cancel& cancel) {
  FixedOrbit orbit(c);
  Wide reach{};  // of the disk
  Wide modulus{};
  for (int n = 1; n <= limit && !cancel.is_set(); ++n) {
    reach = (modulus + modulus) * reach + radius;
    orbit.advance();
    modulus = modulus_above(delta_of(orbit.z()));
    if (modulus < reach) return n;
    if (wide(2) + reach < modulus) return std::nullopt;
  }
  return std::nullopt;
}

std::optional<Nucleus> nucleus_near(const FixedPoint& c, int period, Wide farthest, Wide tolerance,
                                    const Cancel& cancel) {
  FixedPoint at = c;
  Delta<Wide> moved{};
  for (int step = 0; step < most_steps; ++step) {
    const std::optional<Step> next = newton_step(at, period, tolerance, cancel);
    if (!next) return std::nullopt;
    if (next->period > 0) return Nucleus{at, next->period};
    subtract(at, next->change);
    moved = moved + next->change;
    if (farthest < extent(moved)) return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace heteroscope::mandelbrot
