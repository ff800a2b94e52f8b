#pragma once

#include "core/base/freestanding.hpp"

/// The interaction of two bodies, with the same bits on every processor: it consists of correctly rounded operations in
/// a fixed order, and one integer operation. It uses no instruction for a reciprocal root, since those differ between
/// kinds of processors.
namespace heteroscope::nbody {

/// Position and mass of a body, as kernels load them at once.
template <class T>
struct alignas(4 * sizeof(T)) Body {
  T x, y, z, mass;
};

template <class T>
struct Vector {
  T x, y, z;
};

/// A first approximation of 1/√x from the bits of x: half of the exponent, with the mantissa taken for the logarithm.
/// It errs by up to 3.5 %, so that h = 1 − x y² lies in [−0.0692, 0.0677] (Lomont, Fast inverse square root, 2003, has
/// the constants).
HETEROSCOPE_HD inline float root_seed(float x) {
  return std::bit_cast<float>(0x5f3759dfU - (std::bit_cast<std::uint32_t>(x) >> 1));
}
HETEROSCOPE_HD inline double root_seed(double x) {
  return std::bit_cast<double>(0x5fe6eb50c7b537a9ULL - (std::bit_cast<std::uint64_t>(x) >> 1));
}

/// Minimax polynomials (Remez, by relative error) of powers of 1 − h, for the h that occur: coefficient i is that of
/// h^i.
template <class T>
struct Powers;
/// (1 − h)^(−3/2) for the h of root_seed(); it errs by 9.4e-9, a sixth of fp32's rounding.
template <>
struct Powers<float> {
  static constexpr int cube_degree = 5;
  HETEROSCOPE_HD static constexpr float cube(int i) {
    constexpr float of[] = {1.0000000094025284F, 1.4999999354833229F, 1.8749637633673699F,
                            2.1875403758220813F, 2.4815964552424296F, 2.7129877460393062F};
    return of[i];
  }
};
/// First (1 − h)^(−1/2), which errs by 2.6e-5, so that |h| ≤ 5.1e-5 afterward; for those (1 − h)^(−3/2), which errs by
/// 2.2e-18.
template <>
struct Powers<double> {
  static constexpr int root_degree = 2;
  HETEROSCOPE_HD static constexpr double root(int i) {
    constexpr double of[] = {1.0000001804942456, 0.50109992043902585, 0.37553338886469058};
    return of[i];
  }
  static constexpr int cube_degree = 3;
  HETEROSCOPE_HD static constexpr double cube(int i) {
    constexpr double of[] = {1.0, 1.5, 1.8750000064511510, 2.1875000058064255};
    return of[i];
  }
};

template <class T>
HETEROSCOPE_HD T root_power(T h) {
  T p = Powers<T>::root(Powers<T>::root_degree);
  for (int i = Powers<T>::root_degree - 1; i >= 0; --i) p = std::fma(p, h, Powers<T>::root(i));
  return p;
}
template <class T>
HETEROSCOPE_HD T cube_power(T h) {
  T p = Powers<T>::cube(Powers<T>::cube_degree);
  for (int i = Powers<T>::cube_degree - 1; i >= 0; --i) p = std::fma(p, h, Powers<T>::cube(i));
  return p;
}

/// mass · x^(−3/2), for positive, finite and normal x: one step from the first approximation in fp32, two in fp64, each
/// a polynomial of the residual h (Householder, The numerical treatment of a single nonlinear equation, 1970, has them
/// as series).
template <class T>
HETEROSCOPE_HD T mass_by_cube(T mass, T x) {
  T y = root_seed(x);
  if constexpr (sizeof(T) == 8) y *= root_power(std::fma(-x, y * y, T(1)));
  const T square = y * y;
  return mass * y * square * cube_power(std::fma(-x, square, T(1)));
}

/// Adds to `sum` the acceleration of a body at `at` towards `other`: m d / (|d|² + ε²)^(3/2), with Plummer's softening
/// (Monthly Notices of the Royal Astronomical Society 71, 1911). A body adds 0 to its own sum.
template <class T>
HETEROSCOPE_HD void add_pull(Vector<T>& sum, const Body<T>& at, const Body<T>& other, T softening_squared) {
  const T dx = other.x - at.x;
  const T dy = other.y - at.y;
  const T dz = other.z - at.z;
  const T far = std::fma(dz, dz, std::fma(dy, dy, std::fma(dx, dx, softening_squared)));
  const T pull = mass_by_cube(other.mass, far);
  sum.x = std::fma(dx, pull, sum.x);
  sum.y = std::fma(dy, pull, sum.y);
  sum.z = std::fma(dz, pull, sum.z);
}

template <class T>
HETEROSCOPE_HD void add(Vector<T>& sum, const Vector<T>& more) {
  sum.x += more.x;
  sum.y += more.y;
  sum.z += more.z;
}

/// The number of bodies in a segment of the sum. Pulls are added up by segments, and the segments' sums in order, so
/// that segments can be computed in parallel with the same bits. There are at most 32 segments, of at least 512 bodies.
HETEROSCOPE_HD inline int segment_of(int bodies) {
  constexpr int least = 512;
  constexpr int most_segments = 32;
  int length = least;
  while (bodies > length * most_segments) length *= 2;
  return length;
}

}  // namespace heteroscope::nbody
