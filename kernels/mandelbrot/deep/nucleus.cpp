#include "kernels/mandelbrot/deep/nucleus.hpp"

namespace heteroscope::mandelbrot {
namespace {

constexpr int most_steps = 24;  // of Newton's method: each doubles the digits, or gains those of a double

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

/// One step of Newton's method: how far it moves c. None where the orbit escapes.
struct Step {
  Delta<Wide> change;
  int period = 0;  ///< the first n at which the iterate is 0 to within the tolerance; 0: there is none
};
std::optional<Step> newton_step(const FixedPoint& c, int period, Wide tolerance, const Observer& observer) {
  FixedOrbit orbit(c);
  Step out;
  Delta<Wide> slope{};  // the derivative dz/dc
  for (int n = 1; n <= period; ++n) {
    if (observer.ends(n, period)) return std::nullopt;
    slope = twice(delta_of(orbit.z())) * slope + Delta<Wide>{1, 0, 0};
    orbit.advance();
    if (wide(60) < orbit.margin()) return std::nullopt;  // the orbit escapes: it would grow without bound
    if (out.period == 0 && extent(delta_of(orbit.z())) < tolerance * extent(slope)) out.period = n;
  }
  out.change = quotient(delta_of(orbit.z()), slope);
  return out;
}

}  // namespace

std::optional<int> PeriodSearch::find(int limit, const Observer& observer) {
  while (state_ == State::searching && n_ < limit) {
    if (observer.ends(n_, limit)) return std::nullopt;
    reach_ = (modulus_ + modulus_) * reach_ + radius_;
    modulus_ = modulus_above(delta_of(next_()));
    ++n_;
    if (modulus_ < reach_) {
      state_ = State::found;
    } else if (wide(2) + reach_ < modulus_) {
      state_ = State::all_escape;
    }
  }
  return state_ == State::found && n_ <= limit ? std::optional(n_) : std::nullopt;
}

std::optional<Nucleus> nucleus_near(const FixedPoint& c, int period, Wide farthest, Wide tolerance,
                                    const Observer& observer) {
  FixedPoint at = c;
  Delta<Wide> moved{};
  for (int step = 0; step < most_steps; ++step) {
    const std::optional<Step> next = newton_step(at, period, tolerance, observer);
    if (!next) return std::nullopt;
    if (next->period > 0) return Nucleus{at, next->period};
    subtract(at, next->change);
    moved = moved + next->change;
    if (farthest < extent(moved)) return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace heteroscope::mandelbrot
