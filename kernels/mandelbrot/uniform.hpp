#pragma once

#include "core/base/freestanding.hpp"
#include "kernels/mandelbrot/escape.hpp"

namespace heteroscope::mandelbrot {

/// Generous upper bounds for one iteration with |z| < 2, |c| < 4: what rounding adds to an iterate, and what it changes
/// in a test of |z|² (absolute, with |z|² near 4). They cover the point, the center and the radius itself.
template <class T>
struct RoundingBound;
template <>
struct RoundingBound<float> {
  static constexpr float step = 1e-5F;
  static constexpr float test = 1e-4F;
};
template <>
struct RoundingBound<double> {
  static constexpr double step = 1e-14;
  static constexpr double test = 1e-12;
};

/// The count that all points within `radius` of `center` have in common. It is found by iterating the center together
/// with a radius around its iterates that contains all of theirs: r' = r (2|z| + r) + radius. It is 0 if their counts
/// may differ, or if it would be above `most` or not below `limit`. This is a proof, rounding included: a test that may
/// fall either way counts as a difference.
template <class T>
HETEROSCOPE_HD inline int uniform_count(Complex<T> center, T radius, int most, int limit) {
  const T h = radius + RoundingBound<T>::step;
  Complex<T> z = center;
  T r = h;
  for (int k = 2; k <= most && k < limit; ++k) {
    const T modulus = std::sqrt(norm(z));
    const T nearest = modulus - r;
    const T farthest = modulus + r;
    if (nearest > T(0) && nearest * nearest > T(4) + RoundingBound<T>::test) return k;
    if (!(farthest * farthest < T(4) - RoundingBound<T>::test)) return 0;
    r = std::fma(r, T(2) * modulus + r, h);
    z = next(z, center);
  }
  return 0;
}

}  // namespace heteroscope::mandelbrot
