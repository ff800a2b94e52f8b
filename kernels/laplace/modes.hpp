#pragma once

#include <cstdint>

#include "kernels/laplace/node.hpp"

namespace heteroscope::laplace {

/// Columns whose modes are cut off together.
inline constexpr int tile_columns = 64;

/// What the direct method has in a backend's memory, for N = n − 1 intervals; all doubles.
struct Modes {
  int intervals;
  int tiles;         ///< tile t has columns 64 t + 1 … 64 t + 64 of the interior
  double* sines;     ///< sin(π m/N), m = 0 … 2 N − 1
  double* quarters;  ///< sin(π m/(2 N)), m = 0 … N
  double* first;  ///< tile t's modes are rows first[t] … first[t + 1] − 1 of `shares`, from mode 1 on; whole numbers
  double* boundary;   ///< f at row y
  double* amplitude;  ///< of mode k, at k − 1
  double* shares;     ///< rows of 64: amplitude at a tile's columns
};

/// Reads column 0.
template <class T>
struct ReadBoundary {
  const T* u;
  Modes m;
  HETEROSCOPE_HD void operator()(int y, int) const {
    m.boundary[y] = static_cast<double>(u[place(m.intervals + 1, 0, y)]);
  }
};

/// A row's share in the sine transform: rows y and N − y at once, since mode k is symmetric for odd k and antisymmetric
/// for even k. So a symmetric f has no even modes, to the bit.
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

/// 1 − (1 − a)(1 − b): powers r^m near 1 are kept as 1 − r^m, whose relative error stays small.
HETEROSCOPE_HD inline double joined(double a, double b) {
  return std::fma(-a, b, a + b);
}

/// 1 − r^m from 1 − r.
HETEROSCOPE_HD inline double less_power(double less, int m) {
  double out = 0;
  for (; m > 0; m >>= 1) {
    if ((m & 1) != 0) out = joined(out, less);
    less = joined(less, less);
  }
  return out;
}

/// Mode k at x_i: amplitude · sinh(β(N − i))/sinh(βN) with cosh β = 2 − cos(πk/N), the solution of the tridiagonal
/// system û(i + 1) − (4 − 2 cos(πk/N)) û(i) + û(i − 1) = 0. With r = e^−β it is r^i (1 − r^(2(N − i)))/(1 − r^(2N)), in
/// which nothing grows. As cosh β = 1 + 2 sinh²(β/2), sinh(β/2) = s = sin(πk/(2N)), so that e^β − 1 = 2 s (s + √(1 +
/// s²)).
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

/// Makes transformed sums amplitudes: the factor 2/N of the inverse transform.
struct Scale {
  Modes m;
  HETEROSCOPE_HD void operator()(int k, int) const { m.amplitude[k] *= 2.0 / m.intervals; }
};

}  // namespace heteroscope::laplace
