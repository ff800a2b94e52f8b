#pragma once

#include <concepts>

#include "kernels/mandelbrot/deep/fine_delta.hpp"

/// Iteration relative to a reference orbit. With z = Z + δ and c = C + γ, z² + c = Z² + C + (2Z + δ) δ + γ: what is
/// iterated is δ, which is as small as the view. Where z is nearer to 0 than to Z, the orbit goes on from Z₀ = 0
/// (rebasing), so that one reference serves all pixels. Sources: K. I. Martin, "Superfractalthing maths" (2013);
/// Zhuoran, "Another solution to perturbation glitches" (fractalforums.org, 2021), for rebasing and for leaps.
namespace heteroscope::mandelbrot {

/// An iterate of the reference, and |Z|² − 4 to its own precision: near |Z| = 2 it says who has escaped.
template <class R>
struct alignas(16) OrbitEntry {
  Delta<R> z;
  R margin;
};

/// How exact R's numbers are.
template <class R>
struct Exactness {
  static constexpr double leap = 0x1p-46;  ///< δ² is left out where it is below this share of 2Zδ
  /// What the roundings of an iteration come to, relative to its largest term, generous: as those of different
  /// iterations know nothing of each other, their squares are added.
  static constexpr double rounding = 0x1p-50;
  static constexpr double sum = 0x1p-52;     ///< the same of a sum's
  static constexpr double offset = 0x1p-51;  ///< the error of a pixel's γ, relative to the farthest one's
};
template <>
struct Exactness<DoubleDouble> {
  static constexpr double leap = 0x1p-96;
  static constexpr double rounding = 0x1p-100;
  static constexpr double sum = 0x1p-101;
  static constexpr double offset = 0x1p-101;
};

/// The roundings of a leap of 2^level iterations: in double-doubles those that each of them had when the leap was made;
/// in doubles what the leap leaves out, 2^level times `Exactness::leap`, stands for them.
template <class R>
HETEROSCOPE_HD constexpr double leap_rounding(int level) {
  return std::same_as<R, DoubleDouble> ? Exactness<R>::rounding * (1 << ((level + 1) / 2)) : Exactness<R>::rounding;
}

/// Several iterations at once: δ becomes a δ + b γ where |δ| is below a radius, whatever γ of the view. Within it no
/// iterate escapes or wants another reference, and what is left out, δ², is at most `Exactness::leap` of 2Zδ.
template <class R>
struct alignas(16) Leap {
  Delta<R> a;
  Delta<R> b;
  Estimate<R> per_radius;  ///< 1 / radius
  Estimate<R> growth;      ///< |a| from above
  Estimate<R> spread;      ///< what γ adds to the mean iterate's share of the result, for the view's largest |γ|
  Estimate<R> least;       ///< of that tolerance, the share that the view's γ use alone
};

/// `Leap::per_radius` where there is no radius.
template <class R>
HETEROSCOPE_HD inline R no_radius();
template <>
HETEROSCOPE_HD inline double no_radius<double>() {
  return HUGE_VAL;
}
template <>
HETEROSCOPE_HD inline Wide no_radius<Wide>() {
  return {1, -no_exponent};
}
/// Whether a δ of that size may leap; never where there is no radius, not even 0.
HETEROSCOPE_HD inline bool fits(double size, double per_radius) {
  return size * per_radius < 1;
}
HETEROSCOPE_HD inline bool fits(Wide size, Wide per_radius) {
  return per_radius.e < -no_exponent && size * per_radius < wide(1);
}

inline constexpr int most_levels = 28;
inline constexpr int first_level = 2;  ///< leaps of four iterations: shorter ones save nothing

/// `Leap::per_radius` of the shortest leaps that begin at one place, the shortest first; no radius where there is no
/// such leap. They never fall, since a leap holds as far as its first half at most: how many of them fit says which is
/// the longest that does.
template <class R>
struct alignas(64) Ladder {
  static constexpr int levels = 8;
  double per_radius[levels];
};
/// Over 2^e, so that the first is in [1, 2). From level `known` on they are too far from that for a double: whoever
/// fits that many must look at the leaps.
template <>
struct alignas(64) Ladder<Wide> {
  static constexpr int levels = 7;
  double per_radius[levels];
  int e = 0;
  int known = levels;
};

/// A reference orbit, wherever it can be read: iterates 0 to `length`, of which the last is the first again where it is
/// periodic. Of level l, leaps of 2^l iterations start at 1, 1 + 2^l, …
template <class R>
struct OrbitView {
  const OrbitEntry<R>* entries = nullptr;
  const Leap<R>* leaps = nullptr;
  const Ladder<Estimate<R>>* ladders =
      nullptr;  ///< if there are leaps: one without any, then those of places 1, 5, 9, …
  int length = 0;
  int levels = 0;              ///< those below it have leaps
  const int* first = nullptr;  ///< of each level, in `leaps`
  Estimate<R> offset_error{};  ///< bound of the error of a pixel's γ
};

/// What became of a pixel.
struct Perturbed {
  int count = 0;           ///< as iterate_plainly() counts: the limit if it has not escaped
  Complex<double> z;       ///< its iterate then
  bool undecided = false;  ///< a test lay within the error
};

/// The longest leap that may be made from there: its level, or 0. `found`: a level that is known to fit.
template <class R>
HETEROSCOPE_HD inline int level_from(const OrbitView<R>& orbit, int m, int left, Estimate<R> size, int found = 0) {
  const int place = m - 1;
  if (place < 0) return 0;
  const int most = left < orbit.length - m ? left : orbit.length - m;
  for (int level = found > 0 ? found + 1 : first_level; level < orbit.levels; ++level) {
    const int length = 1 << level;
    if ((place & (length - 1)) != 0 || length > most) break;
    if (!fits(size, orbit.leaps[orbit.first[level] + (place >> level)].per_radius)) break;
    found = level;
  }
  return found;
}

/// Iterates the point C + `offset` up to `limit` as iterate_plainly() counts. An estimate of its error goes with δ:
/// what roundings and leaps have added, grown as the iteration lets differences grow. A test within it is undecided.
template <class R>
HETEROSCOPE_HD inline Perturbed perturb(const OrbitView<R>& orbit, Delta<R> offset, int limit) {
  using E = Estimate<R>;
  const E rounding = real<E>(Exactness<R>::rounding);
  Perturbed out;
  out.count = limit;
  Delta<R> d;
  Delta<R> w;   // 2Z + δ
  E error{};    // of δ
  E modulus{};  // of z, from above
  E size{};     // of δ: extent(d)
  int m = 0;    // place in the reference
  int k = 1;    // as iterate_plainly() counts: z is iterate k − 1
  while (true) {
    const int level = level_from(orbit, m, limit - k, size);
    if (level > 0) {
      const Leap<R>& leap = orbit.leaps[orbit.first[level] + ((m - 1) >> level)];
      const E share = real<E>(Exactness<R>::leap * (1 << level)) * (size * leap.per_radius + leap.least) +
                      real<E>(leap_rounding<R>(level));
      error = together(leap.growth * error, share * (leap.growth * size + leap.spread));
      d = leap.a * d + leap.b * offset;
      m += 1 << level;
      k += 1 << level;
    } else {
      error =
          together((modulus + modulus + error) * error, rounding * ((extent(w) + size) * size) + orbit.offset_error);
      d = w * d + offset;
      ++m;
      ++k;
    }
    if (k >= limit) return out;
    const OrbitEntry<R>& entry = orbit.entries[m];
    w = twice(entry.z) + d;
    const Delta<R> z = entry.z + d;
    modulus = modulus_above(z);
    size = extent(d);
    const R test = entry.margin + dot(w, d);  // |z|² − 4
    const E doubt = (modulus + modulus + error) * error + rounding * (magnitude(entry.margin) + extent(w) * size);
    if (!(doubt < magnitude(test))) {
      out.undecided = true;
      error = {};  // it would be squared from here on, beyond all exponents, and nobody asks for it any more
    }
    if (!negative(test)) {
      out.count = k;
      out.z = to_doubles(z);
      return out;
    }
    if (m == orbit.length || extent(z) < size) {
      error = error + real<E>(Exactness<R>::sum) * (extent(entry.z) + extent(z));
      d = z;
      w = z;
      size = extent(z);
      m = 0;
    }
  }
}

}  // namespace heteroscope::mandelbrot
