#include "kernels/mandelbrot/deep/orbit.hpp"

#include "core/base/ceil_div.hpp"

#include <algorithm>

namespace heteroscope::mandelbrot {
namespace {

Wide quotient(Wide a, Wide b) {
  return normal(a.m / b.m, a.e - b.e);
}
double quotient(double a, double b) {
  return a / b;
}

/// An upper bound of the modulus to within some roundings. It must be tight: leaps are composed of leaps, and an excess
/// would grow.
double modulus(Delta<double> a) {
  return std::hypot(a.re, a.im) * (1 + 0x1p-50);
}
double modulus(Delta<DoubleDouble> a) {
  return modulus(Delta<double>{a.re.hi, a.im.hi});
}
Wide modulus(Delta<Wide> a) {
  return normal(std::hypot(a.re, a.im) * (1 + 0x1p-50), a.e);
}

/// A leap while it is composed; its radius is 0 if there is none.
template <class R>
struct Step {
  Delta<R> a, b;
  Estimate<R> radius{};
  Estimate<R> growth{};
  Estimate<R> spread{};  ///< the sum over its iterations of |a after it| · |b up to it|
  Estimate<R> least{};   ///< the largest |b up to an iteration| · reach, as a share of what that iteration tolerates
};

template <class E>
bool zero(E x) {
  return !(E{} < x);
}

/// The leap from iterate m of the reference to m + 1, which leaves δ² out.
template <class R>
Step<R> single(const OrbitEntry<R>& from, const OrbitEntry<R>& to, Estimate<R> reach) {
  using E = Estimate<R>;
  Step<R> out{.a = twice(from.z), .b = as_delta<R>(Delta<Wide>{1, 0, 0})};
  out.growth = modulus(out.a);
  out.spread = real<E>(1);
  // No pixel's next iterate may reach |z| = 2: 4|δ'| + |δ'|² must be below the margin.
  const E room = real<E>(-0.125) * rounded(to.margin) + real<E>(-1) * reach;
  if (zero(room) || !(real<E>(0x1p-1000) < out.growth)) return out;
  out.radius = std::min(real<E>(Exactness<R>::leap) * out.growth, quotient(room, out.growth));
  return out;
}

template <class R>
Step<R> joined_steps(const Step<R>& x, const Step<R>& y, Estimate<R> reach, int length) {
  using E = Estimate<R>;
  Step<R> out{.a = y.a * x.a, .b = y.a * x.b + y.b};
  const E b = modulus(x.b);
  out.growth = modulus(out.a);
  out.spread = y.growth * x.spread + y.spread + real<E>(length) * (y.growth * b);
  const E left = y.radius + real<E>(-1) * (b * reach);
  if (zero(x.radius) || zero(left)) return out;
  out.radius = std::min(x.radius, quotient(left, x.growth));
  out.least = std::max(x.least, quotient(b * reach, y.radius) + y.least);
  return out;
}

template <class R>
OrbitEntry<R> entry_of(FixedOrbit& orbit) {
  return {as_delta<R>(delta_of(orbit.z())), as_real<R>(orbit.margin())};
}
template <>
OrbitEntry<DoubleDouble> entry_of(FixedOrbit& orbit) {
  return {fine_delta_of(orbit.z()), orbit.fine_margin()};
}

template <class R>
Leap<R> leap_of(const Step<R>& step, Estimate<R> reach, int level) {
  using E = Estimate<R>;
  return {.a = step.a,
          .b = step.b,
          .per_radius = zero(step.radius) ? no_radius<E>() : quotient(real<E>(1), step.radius),
          .growth = step.growth,
          .spread = step.spread * reach * real<E>(std::ldexp(1.0, -level)),
          .least = step.least};
}

void set_rung(Ladder<double>& ladder, int i, double per_radius) {
  ladder.per_radius[i] = per_radius;
}
/// Sets radius i of a ladder; the first one must be set first.
void set_rung(Ladder<Wide>& ladder, int i, Wide per_radius) {
  constexpr int most = 1000;
  if (per_radius.e == no_radius<Wide>().e) return;
  if (i == 0) ladder.e = per_radius.e;
  if (per_radius.e - ladder.e > most) {
    ladder.known = std::min(ladder.known, i);
  } else {
    ladder.per_radius[i] = per_radius.m * power_of_two(per_radius.e - ladder.e);
  }
}

}  // namespace

template <class R>
GrowingOrbit<R>::GrowingOrbit(const FixedPoint& c, int period) : iterates_(c), period_(period) {
  orbit_.entries.push_back({{}, as_real<R>(wide(-4))});
}

template <class R>
GrowingOrbit<R>::GrowingOrbit(const FixedPoint& c, const FixedPoint& first) : iterates_(c, first), period_(0) {
  append();
}

/// Adds the present iterate. Where one lies so far outside, every orbit that is still inside has left it before.
template <class R>
void GrowingOrbit<R>::append() {
  const OrbitEntry<R> entry = entry_of<R>(iterates_);
  orbit_.entries.push_back(entry);
  ended_ = real<Estimate<R>>(60) < rounded(entry.margin);
}

template <class R>
const FixedPoint& GrowingOrbit<R>::advance() {
  iterates_.advance();
  if (ended_) return iterates_.z();
  append();
  if (orbit_.length() == period_) {
    ended_ = true;
    orbit_.entries.back() = orbit_.entries.front();
  }
  return iterates_.z();
}

template <class R>
bool GrowingOrbit<R>::grow(int limit, const Observer& observer) {
  const int last = period_ > 0 ? period_ : limit;
  orbit_.entries.reserve(static_cast<std::size_t>(last) + 1);
  while (!ended_ && orbit_.length() < last) {
    if (observer.ends(orbit_.length(), last)) return false;
    advance();
  }
  return true;
}

template <class R>
Leaps<R> leaps_of(std::span<const OrbitEntry<R>> orbit, Estimate<R> reach, int last) {
  Leaps<R> out;
  using Steps = std::vector<Step<R>, memory::Accounted<Step<R>>>;
  Steps steps;
  steps.reserve(orbit.size());
  for (std::size_t m = 1; m + 1 < orbit.size(); ++m) {
    steps.push_back(single(orbit[m], orbit[m + 1], reach));
    if (static_cast<int>(m) == last) steps.back().radius = {};
  }
  out.first.assign(1, 0);
  for (int level = 1; steps.size() > 1 && level < most_levels; ++level) {
    Steps longer;
    longer.reserve(steps.size() / 2);
    for (std::size_t i = 0; i + 1 < steps.size(); i += 2)
      longer.push_back(joined_steps(steps[i], steps[i + 1], reach, 1 << (level - 1)));
    steps = std::move(longer);
    out.first.push_back(static_cast<int>(out.leaps.size()));
    if (level < first_level) continue;
    for (const Step<R>& each : steps) out.leaps.push_back(leap_of(each, reach, level));
  }
  return out;
}

template <class R>
Ladders<R> ladders_of(const Leaps<R>& leaps, int length) {
  Ladders<R> out;
  if (leaps.leaps.empty()) return out;
  Ladder<R> none{};
  std::ranges::fill(none.per_radius, HUGE_VAL);
  constexpr int stride = 1 << first_level;
  const int steps = length - 1;
  out.assign(static_cast<std::size_t>(ceil_div(steps, stride)) + 1, none);
  for (int i = 0; i < Ladder<R>::levels && first_level + i < leaps.levels(); ++i) {
    const int level = first_level + i;
    for (int n = 0; n < steps >> level; ++n) {
      const auto place = static_cast<std::size_t>(n) << i;
      const int leap = leaps.first[level] + n;
      set_rung(out[1 + place], i, leaps.leaps[static_cast<std::size_t>(leap)].per_radius);
    }
  }
  return out;
}

Orbit<double> rounded(std::span<const OrbitEntry<DoubleDouble>> fine) {
  Orbit<double> out;
  out.entries.reserve(fine.size());
  for (const OrbitEntry<DoubleDouble>& each : fine)
    out.entries.push_back({{each.z.re.hi, each.z.im.hi}, each.margin.hi});
  return out;
}

template class GrowingOrbit<double>;
template class GrowingOrbit<Wide>;
template class GrowingOrbit<DoubleDouble>;
template Leaps<double> leaps_of(std::span<const OrbitEntry<double>>, double, int);
template Ladders<double> ladders_of(const Leaps<double>&, int);
template Ladders<Wide> ladders_of(const Leaps<Wide>&, int);
template Leaps<Wide> leaps_of(std::span<const OrbitEntry<Wide>>, Wide, int);
template Leaps<DoubleDouble> leaps_of(std::span<const OrbitEntry<DoubleDouble>>, double, int);

}  // namespace heteroscope::mandelbrot
