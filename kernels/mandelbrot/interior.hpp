#pragma once

#include "core/base/freestanding.hpp"
#include "kernels/mandelbrot/escape.hpp"

namespace heteroscope::mandelbrot {

/// How far inside the two largest components a point must lie to be taken as never escaping. In exact arithmetic the
/// bare tests would suffice, but rounding can push an orbit near the border out. With these margins it cannot: the
/// orbit stays in a set that maps into itself however each step is rounded (docs/agreement.md, "Interior tests").
template <class T>
struct InteriorMargin;
template <>
struct InteriorMargin<float> {
  static constexpr float cardioid = 0.016F;  ///< keeps |multiplier| below 1 - 0.0133; the proof needs 0.0117
  static constexpr float disk = 0.0048F;     ///< keeps |multiplier| below 1 - 0.0391; the proof needs 0.0373
};
template <>
struct InteriorMargin<double> {
  static constexpr double cardioid = 0x1p-11;  ///< keeps |multiplier| below 1 - 4e-4; the proof needs 1.5e-5
  static constexpr double disk = 0x1p-12;      ///< keeps |multiplier| below 1 - 1.9e-3; the proof needs 4.5e-5
};

/// Whether c lies so far inside the main cardioid or the disk of period 2 that it escapes at no iteration limit. The
/// cardioid is |1 - λ| < 2 cos ψ with (1 - λ)² = 1 - 4c; an equivalent test is q(q + a) < b²/4 with q = |c - 1/4|², a =
/// re c - 1/4 and b = im c.
template <class T>
HETEROSCOPE_HD inline bool deep_inside(Complex<T> c) {
  const T b2 = c.im * c.im;
  const T a = c.re - T(0.25);
  const T q = std::fma(a, a, b2);
  const bool cardioid = q * (q + (a + InteriorMargin<T>::cardioid)) <= T(0.25) * b2 && q >= T(1.0 / 4096);
  const T d = c.re + T(1);
  return cardioid || std::fma(d, d, b2) <= T(0.0625) - InteriorMargin<T>::disk;
}

/// Whether all points within `radius` (at most 0.1) of c are deep inside. With g = q(q + a + M) - b²/4, |∇g| < 10 where
/// q < 1.21, which holds around the cardioid.
template <class T>
HETEROSCOPE_HD inline bool all_deep_inside(Complex<T> c, T radius) {
  const T b2 = c.im * c.im;
  const T a = c.re - T(0.25);
  const T q = std::fma(a, a, b2);
  const T reach = T(1.0 / 64) + T(1.01) * radius;
  const bool cardioid =
      q * (q + (a + InteriorMargin<T>::cardioid)) + T(10) * radius <= T(0.25) * b2 && q >= reach * reach;
  const T d = c.re + T(1);
  const T farthest = std::sqrt(std::fma(d, d, b2)) + T(1.01) * radius;
  return cardioid || farthest * farthest <= T(0.0625) - InteriorMargin<T>::disk;
}

/// Whether c lies inside the cardioid, by its multiplier λ = 1 - √(1 - 4c). This test reaches nearer to the border than
/// deep_inside(), at the price of two square roots. It keeps away from the cusp: |1 - λ| ≥ 1/4.
template <class T>
HETEROSCOPE_HD inline bool inside_by_multiplier(Complex<T> c) {
  constexpr T margin = sizeof(T) == 4 ? T(0.0086) : T(1e-4);  // the proof needs 0.0085 and 3e-6
  const T u = std::fma(T(-4), c.re, T(1));
  const T v = T(-4) * c.im;
  const T modulus = std::sqrt(std::fma(u, u, v * v));
  const T re = std::sqrt(T(0.5) * (modulus + u));
  const T im = v / (re + re);
  const T away = T(1) - re;
  return modulus >= T(0.0626) && std::fma(away, away, im * im) <= (T(1) - margin) * (T(1) - margin);
}

/// A disk inside a component of the set: the orbits of its points are attracted to a cycle of `period` iterates.
struct Bulb {
  double re = 0, im = 0;  ///< its center; the complex conjugate is the center of another one
  double radius = 0;
  int period = 0;
};

struct Bulbs {
  Bulb of[8];
};

/// Disks in the largest components beside the cardioid and the disk of period 2. The centers are roots of the period's
/// polynomial. The radii are those for which the interval proof in tests/conformance/interior_test.cpp succeeds: every
/// orbit from there stays in disks that map into themselves however each fp32 step is rounded.
HETEROSCOPE_HD constexpr Bulbs bulbs() {
  return {{
      {-0.122561167, 0.744861767, 0.078, 3},
      {-1.310702641, 0, 0.0455, 4},
      {0.282271391, 0.530060618, 0.036, 4},
      {-0.504340175, 0.562765761, 0.032, 5},
      {0.379513588, 0.334932306, 0.0195, 5},
      {-1.138000667, 0.240332401, 0.02, 6},
      {-0.113418656, 0.860569473, 0.0173, 6},
      {-0.622436295, 0.424878436, 0.017, 7},
  }};
}

/// Whether c lies in one of the bulbs. It is asked of points that neither deep_inside() nor a few iterations have
/// settled.
template <class T>
HETEROSCOPE_HD inline bool in_bulb(Complex<T> c) {
  const T im = std::fabs(c.im);
  constexpr auto all = bulbs();
  bool inside = false;
  for (const Bulb& bulb : all.of) {
    const T a = c.re - static_cast<T>(bulb.re);
    const T b = im - static_cast<T>(bulb.im);
    inside = inside || std::fma(a, a, b * b) <= static_cast<T>(bulb.radius * bulb.radius);
  }
  return inside;
}

}  // namespace heteroscope::mandelbrot
