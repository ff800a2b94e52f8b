#include "kernels/mandelbrot/deep/orbit.hpp"

#include <algorithm>

namespace heteroscope::mandelbrot {
namespace {

Wide quotient(Wide a, Wide b) {
  return normal(a.m / b.m, a.e - b.e);
}
double quotient(double a, double b) {
  return a / b;
}

/// The modulus, from above to some roundings: leaps are made of leaps, and an excess would grow.
double modulus(Delta<double> a) {
  return std::hypot(a.re, a.im) * (1 + 0x1p-50);
}
Wide modulus(Delta<Wide> a) {
  return normal(std::hypot(a.re, a.im) * (1 + 0x1p-50), a.e);
}

/// A leap while it is made. radius: 0 where there is none.
template <class R>
struct Step {
  Delta<R> a, b;
  R radius{};
  R growth{};
  R spread{};  ///< sum over its iterations of |a after it| · |b up to it|
  R least{};   ///< largest |b up to one| · reach, as a share of what that one tolerates
};

template <class R>
bool zero(R x) {
  return !(R{} < x);
}

/// Iteration m of the reference to m + 1, δ² left out.
template <class R>
Step<R> single(const OrbitEntry<R>& from, const OrbitEntry<R>& to, R reach) {
  Step<R> out{.a = twice(from.z), .b = as_delta<R>(Delta<Wide>{1, 0, 0})};
  out.growth = modulus(out.a);
  out.spread = real<R>(1);
  // no pixel's next iterate may reach |z| = 2: 4|δ'| + |δ'|² below what is left to it
  const R room = real<R>(-0.125) * to.margin + real<R>(-1) * reach;
  if (zero(room) || !(real<R>(0x1p-1000) < out.growth)) return out;
  out.radius = std::min(real<R>(leap_tolerance) * out.growth, quotient(room, out.growth));
  return out;
}

template <class R>
Step<R> joined(const Step<R>& x, const Step<R>& y, R reach, int length) {
  Step<R> out{.a = y.a * x.a, .b = y.a * x.b + y.b};
  const R b = modulus(x.b);
  out.growth = modulus(out.a);
  out.spread = y.growth * x.spread + y.spread + real<R>(length) * (y.growth * b);
  const R left = y.radius + real<R>(-1) * (b * reach);
  if (zero(x.radius) || zero(left)) return out;
  out.radius = std::min(x.radius, quotient(left, x.growth));
  out.least = std::max(x.least, quotient(b * reach, y.radius) + y.least);
  return out;
}

template <class R>
Leap<R> leap_of(const Step<R>& step, R reach, int level) {
  return {.a = step.a,
          .b = step.b,
          .per_radius = zero(step.radius) ? no_radius<R>() : quotient(real<R>(1), step.radius),
          .growth = step.growth,
          .spread = step.spread * reach * real<R>(std::ldexp(1.0, -level)),
          .least = step.least};
}

}  // namespace

template <class R>
Orbit<R> make_orbit(const FixedPoint& c, int period, int limit, const Cancel& cancel) {
  Orbit<R> out;
  const int last = period > 0 ? period : limit;
  out.entries.reserve(static_cast<std::size_t>(last) + 1);
  FixedOrbit orbit(c);
  out.entries.push_back({{}, real<R>(-4)});
  for (int n = 1; n <= last && !cancel.is_set(); ++n) {
    orbit.advance();
    const Wide margin = orbit.margin();
    out.entries.push_back({as_delta<R>(delta_of(orbit.z())), as_real<R>(margin)});
    if (real<Wide>(60) < margin) break;
  }
  if (period > 0) out.entries.back() = out.entries.front();
  return out;
}

template <class R>
Leaps<R> leaps_of(std::span<const OrbitEntry<R>> orbit, R reach) {
  Leaps<R> out;
  using Steps = std::vector<Step<R>, memory::Accounted<Step<R>>>;
  Steps steps;
  steps.reserve(orbit.size());
  for (std::size_t m = 1; m + 1 < orbit.size(); ++m) steps.push_back(single(orbit[m], orbit[m + 1], reach));
  out.first.assign(1, 0);
  for (int level = 1; steps.size() > 1 && level < most_levels; ++level) {
    Steps longer;
    longer.reserve(steps.size() / 2);
    for (std::size_t i = 0; i + 1 < steps.size(); i += 2)
      longer.push_back(joined(steps[i], steps[i + 1], reach, 1 << (level - 1)));
    steps = std::move(longer);
    out.first.push_back(static_cast<int>(out.leaps.size()));
    if (level < first_level) continue;
    for (const Step<R>& each : steps) out.leaps.push_back(leap_of(each, reach, level));
  }
  return out;
}

std::vector<Ladder, memory::Accounted<Ladder>> ladders_of(const Leaps<double>& leaps, int length) {
  std::vector<Ladder, memory::Accounted<Ladder>> out;
  if (leaps.leaps.empty()) return out;
  Ladder none{};
  std::ranges::fill(none.per_radius, no_radius<double>());
  constexpr int stride = 1 << first_level;
  const int steps = length - 1;
  out.assign(static_cast<std::size_t>((steps + stride - 1) / stride) + 1, none);
  for (int i = 0; i < Ladder::levels && first_level + i < leaps.levels(); ++i) {
    const int level = first_level + i;
    for (int n = 0; n < steps >> level; ++n) {
      const auto place = static_cast<std::size_t>(n) << i;
      out[1 + place].per_radius[i] = leaps.leaps[static_cast<std::size_t>(leaps.first[level] + n)].per_radius;
    }
  }
  return out;
}

template Orbit<double> make_orbit(const FixedPoint&, int, int, const Cancel&);
template Orbit<Wide> make_orbit(const FixedPoint&, int, int, const Cancel&);
template Leaps<double> leaps_of(std::span<const OrbitEntry<double>>, double);
template Leaps<Wide> leaps_of(std::span<const OrbitEntry<Wide>>, Wide);

}  // namespace heteroscope::mandelbrot
