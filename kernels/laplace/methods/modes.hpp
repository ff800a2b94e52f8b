#pragma once

#include <cstdint>

#include "kernels/laplace/node.hpp"

namespace heteroscope::laplace {

/// The number of columns that share one cutoff: the same modes are summed for all of them.
inline constexpr int tile_columns = 64;

/// The tables of the direct method in a backend's memory, for N = n − 1 intervals; all are doubles.
struct Modes {
  int intervals;
  int tiles;         ///< tile t has columns 64 t + 1 … 64 t + 64 of the interior
  double* sines;     ///< sin(π m/N), m = 0 … 2 N − 1
  double* quarters;  ///< sin(π m/(2 N)), m = 0 … N
  double* first;  ///< rows first[t] … first[t + 1] − 1 of `shares` are tile t's modes, from mode 1 on; whole numbers
  double* boundary;   ///< the boundary values f, by row y
  double* amplitude;  ///< the amplitude of mode k, at index k − 1
  double* shares;     ///< rows of 64 values: the amplitude of a mode at a tile's columns
};

/// The functor that copies the boundary values from column 0.
template <class T>
struct ReadBoundary {
  const T* u;
  Modes m;
  HETEROSCOPE_HD void operator()(int y, int) const {
    m.boundary[y] = static_cast<double>(u[place(m.intervals + 1, 0, y)]);
  }
};

/// The functor that adds one row's contribution to the sine transform: rows y and N − y at once, since mode k is
/// symmetric for odd k and antisymmetric for even k. So the even modes of a symmetric f are exactly 0.
struct Transform {
  Modes m;
  HETEROSCOPE_HD double operator()(int y, int k) const {
    const double mirrored = m.boundary[m.intervals - y];
    const double f = 2 * y == m.intervals ? m.boundary[y]
                     : (k & 1) != 0       ? m.boundary[y] + mirrored
                                          : m.boundary[y] - mirrored;
    const auto at = static_cast<unsigned>(y) * static_cast<unsigned>(k) % static_cast<unsigned>(2 * m.intervals);
    return f * m.sines[at];
  }
};

/// 1 − (1 − a)(1 − b). Powers r^m near 1 are kept as 1 − r^m, so that their relative error stays small.
HETEROSCOPE_HD inline double joined(double a, double b) {
  return std::fma(-a, b, a + b);
}

/// 1 − r^m, given less = 1 − r, by repeated squaring.
HETEROSCOPE_HD inline double less_power(double less, int m) {
  double out = 0;
  for (; m > 0; m >>= 1) {
    if ((m & 1) != 0) out = joined(out, less);
    less = joined(less, less);
  }
  return out;
}

/// The functor that computes the amplitude of mode k at x_i: amplitude · sinh(β(N − i))/sinh(βN) with cosh β = 2 −
/// cos(πk/N), the solution of the tridiagonal system û(i + 1) − (4 − 2 cos(πk/N)) û(i) + û(i − 1) = 0. With r = e^−β it
/// equals r^i (1 − r^(2(N − i)))/(1 − r^(2N)), in which nothing grows. Since cosh β = 1 + 2 sinh²(β/2), sinh(β/2) = s =
/// sin(πk/(2N)), and so e^β − 1 = 2 s (s + √(1 + s²)).
struct Share {
  Modes m;
  HETEROSCOPE_HD void operator()(int column, int row) const {
    int tile = 0;
    for (int end = m.tiles; end - tile > 1;) {
      const int middle = (tile + end) / 2;
      (static_cast<double>(row) < m.first[middle] ? end : tile) = middle;
    }
    const int k = row - static_cast<int>(m.first[tile]) + 1;
    const int i = tile * tile_columns + column + 1;
    double share = 0;
    if (i < m.intervals) {
      const double s = m.quarters[k];
      const double grows = 2 * s * (s + std::sqrt(std::fma(s, s, 1.0)));
      const double less = grows / (1 + grows);
      share = m.amplitude[k - 1] * (1 - less_power(less, i)) * less_power(less, 2 * (m.intervals - i)) /
              less_power(less, 2 * m.intervals);
    }
    m.shares[static_cast<std::ptrdiff_t>(row) * tile_columns + column] = share;
  }
};

/// The functor that turns the transformed sums into amplitudes, by the factor 2/N of the inverse transform.
struct Scale {
  Modes m;
  HETEROSCOPE_HD void operator()(int k, int) const { m.amplitude[k] *= 2.0 / m.intervals; }
};

}  // namespace heteroscope::laplace
