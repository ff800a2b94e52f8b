#pragma once

#include <concepts>

#include "kernels/mandelbrot/deep/fine_delta.hpp"

/// Perturbation theory: iteration relative to a reference orbit. With z = Z + δ and c = C + γ, z² + c = Z² + C + (2Z +
/// δ) δ + γ, so δ is iterated, which is as small as the view. Where z is nearer to 0 than to Z, the orbit goes on from
/// Z₀ = 0 (rebasing), so that one reference serves all pixels. Leaps are bilinear approximations of several iterations
/// (BLA). Sources: K. I. Martin, "Superfractalthing maths" (2013); Zhuoran, "Another solution to perturbation glitches"
/// (fractalforums.org, 2021), for rebasing and for leaps.
namespace heteroscope::mandelbrot {

/// An iterate Z of the reference, and |Z|² − 4 with its own precision, from which the escape test is computed near |Z|
/// = 2.
template <class R>
struct alignas(16) OrbitEntry {
  Delta<R> z;
  R margin;
};

/// How exact the numbers of R are.
template <class R>
struct Exactness {
  static constexpr double leap = 0x1p-46;  ///< δ² is left out where it is below this share of 2Zδ
  /// A generous bound of the roundings of an iteration, relative to its largest term. The roundings of different
  /// iterations are independent, so their squares are added.
  static constexpr double rounding = 0x1p-50;
  static constexpr double sum = 0x1p-52;     ///< the same bound for a sum
  static constexpr double offset = 0x1p-51;  ///< the error of a pixel's γ, relative to the γ of the farthest pixel
};
template <>
struct Exactness<DoubleDouble> {
  static constexpr double leap = 0x1p-96;
  static constexpr double rounding = 0x1p-100;
  static constexpr double sum = 0x1p-101;
  static constexpr double offset = 0x1p-101;
};

/// The roundings of a leap of 2^level iterations. In double-doubles these are those of its iterations when the leap was
/// computed; in doubles they are covered by what the leap leaves out, 2^level times `Exactness::leap`.
template <class R>
HETEROSCOPE_HD constexpr double leap_rounding(int level) {
  return std::same_as<R, DoubleDouble> ? Exactness<R>::rounding * (1 << ((level + 1) / 2)) : Exactness<R>::rounding;
}

/// Several iterations at once: δ becomes a δ + b γ if |δ| is below a radius, for every γ of the view. Within the radius
/// no iterate escapes or needs rebasing, and the omitted δ² is at most `Exactness::leap` of 2Zδ.
template <class R>
struct alignas(16) Leap {
  Delta<R> a;
  Delta<R> b;
  Estimate<R> per_radius;  ///< 1 / radius
  Estimate<R> growth;      ///< an upper bound of |a|
  Estimate<R> spread;      ///< what γ adds to the result's share of the mean iterate, for the view's largest |γ|
  Estimate<R> least;       ///< the share of that tolerance that the view's γ use up alone
};

/// The value of `Leap::per_radius` that says that there is no radius.
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
/// Whether a δ of that size may leap; never if there is no radius, not even for δ = 0.
HETEROSCOPE_HD inline bool fits(double size, double per_radius) {
  return size * per_radius < 1;
}
HETEROSCOPE_HD inline bool fits(Wide size, Wide per_radius) {
  return per_radius.e < -no_exponent && size * per_radius < wide(1);
}

inline constexpr int most_levels = 28;
inline constexpr int first_level = 2;  ///< leaps of four iterations: shorter ones save nothing

/// `Leap::per_radius` of the shortest leaps that begin at one place, in order of length; no_radius() where there is no
/// such leap. They never decrease, since a leap is valid at most as far as its first half is. So the number of them
/// that fit tells the longest leap that does.
template <class R>
struct alignas(64) Ladder {
  static constexpr int levels = 8;
  double per_radius[levels];
};
/// The radii over 2^e, so that the first is in [1, 2). From level `known` on they are too far from it for a double; if
/// so many fit, the leaps themselves must be compared.
template <>
struct alignas(64) Ladder<Wide> {
  static constexpr int levels = 7;
  double per_radius[levels];
  int e = 0;
  int known = levels;
};

/// A reference orbit, in any memory: iterates 0 to `length`, of which the last equals the first if the orbit is
/// periodic. Leaps of level l, over 2^l iterations, start at 1, 1 + 2^l, …
template <class R>
struct OrbitView {
  const OrbitEntry<R>* entries = nullptr;
  const Leap<R>* leaps = nullptr;
  const Ladder<Estimate<R>>* ladders =
      nullptr;  ///< if there are leaps: one without any, then those of places 1, 5, 9, …
  int length = 0;
  int levels = 0;              ///< levels below this one have leaps
  const int* first = nullptr;  ///< the index of each level's first leap in `leaps`
  int start = 0;               ///< of a Julia set: the place before that with which pixels begin
  Delta<R> added{};            ///< of a Julia set: what each iteration adds to δ; the reference's c leaves 0
  Estimate<R> offset_error{};  ///< a bound of the error of a pixel's γ
};

/// The result of a pixel.
struct Perturbed {
  int count = 0;           ///< as iterate_plainly() counts: the limit if it has not escaped
  Complex<double> z;       ///< the iterate of that count
  bool undecided = false;  ///< some test lay within the error
};

/// The level of the longest leap that may be made from place m, or 0. `found` is a level that is known to fit.
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

/// Iterates the point C + `offset` up to `limit`, counted as iterate_plainly() does. Of a Julia set all pixels have one
/// c, and their first iterates are apart: the offset is what δ begins with, at the reference's point. Where z comes
/// nearer to 0 it goes on from the orbit of 0, with which the reference begins. An error estimate accompanies δ:
/// what roundings and leaps have added, grown as the iteration makes differences grow. A test that falls within it
/// makes the pixel undecided.
template <bool Julia, class R>
HETEROSCOPE_HD inline Perturbed perturb(const OrbitView<R>& orbit, Delta<R> offset, int limit) {
  using E = Estimate<R>;
  const E rounding = real<E>(Exactness<R>::rounding);
  Perturbed out;
  out.count = limit;
  Delta<R> d;
  Delta<R> w;   // 2Z + δ
  E error{};    // of δ
  E modulus{};  // an upper bound of |z|
  E size{};     // of δ: extent(d)
  // The place in the reference orbit, and the count of the iterate there, as iterate_plainly() counts. Of a Julia set
  // the first step is one from nothing to δ = offset.
  int m = Julia ? orbit.start : 0;
  int k = Julia ? 0 : 1;
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
      if constexpr (Julia) {
        if (k == 1) offset = orbit.added;
      }
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
      error = {};  // from here on its square would overflow every exponent, and it is no longer needed
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
