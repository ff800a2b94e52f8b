#pragma once

#include "core/host_device.hpp"
#include "kernels/mandelbrot/escape.hpp"

namespace heteroscope::mandelbrot {

/// How far inside the two largest components a point must lie to be taken as never escaping. The bare tests would be
/// right for exact arithmetic; rounding can push an orbit near the border out. With these margins it cannot: the orbit
/// stays in a set that maps into itself however each step is rounded (docs/architecture.md, "Interior tests").
template <class T>
struct InteriorMargin;
template <>
struct InteriorMargin<float> {
  static constexpr float cardioid = 0.02F;  ///< keeps |multiplier| below 1 - 0.0163; the proof needs 0.0126
  static constexpr float disk = 0.0048F;    ///< keeps |multiplier| below 1 - 0.0391; the proof needs 0.0362
};
template <>
struct InteriorMargin<double> {
  static constexpr double cardioid = 0x1p-11;  ///< keeps |multiplier| below 1 - 4e-4; the proof needs 1.6e-5
  static constexpr double disk = 0x1p-12;      ///< keeps |multiplier| below 1 - 1.9e-3; the proof needs 4.5e-5
};

/// Whether c is so far inside the main cardioid or the disk of period 2 that no iteration limit would see it escape.
/// The cardioid is |1 - λ| < 2 cos ψ with (1 - λ)² = 1 - 4c; q(q + a) < b²/4 says so for q = |c - 1/4|², a = re c -
/// 1/4.
template <class T>
HETEROSCOPE_HD inline bool deep_inside(Complex<T> c) {
  const T b2 = c.im * c.im;
  const T a = c.re - T(0.25);
  const T q = std::fma(a, a, b2);
  const bool cardioid = q * (q + (a + InteriorMargin<T>::cardioid)) <= T(0.25) * b2 && q >= T(1.0 / 4096);
  const T d = c.re + T(1);
  return cardioid || std::fma(d, d, b2) <= T(0.0625) - InteriorMargin<T>::disk;
}

}  // namespace heteroscope::mandelbrot
