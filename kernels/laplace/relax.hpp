#pragma once

#include "kernels/laplace/node.hpp"

/// Relaxation, and its functors: Jacobi's, Gauss-Seidel's and the overrelaxed one.
namespace heteroscope::laplace {

/// The relaxed value of a node: the mean of its neighbors.
template <class T>
HETEROSCOPE_HD inline T relaxed(const T* node, int n) {
  return T(0.25) * around(node, n);
}

/// The overrelaxed value of a node: u + ω (mean of the neighbors − u).
template <class T>
HETEROSCOPE_HD inline T overrelaxed(const T* node, int n, T omega) {
  return std::fma(omega, std::fma(T(0.25), around(node, n), -*node), *node);
}

/// The functor of Jacobi's relaxation: the mean of the neighbors' old values.
template <class T>
struct JacobiNode {
  const T* in;
  T* out;
  int n;
  HETEROSCOPE_HD void operator()(int x, int y) const {
    const std::ptrdiff_t at = place(n, x, y);
    out[at] = relaxed(in + at, n);
  }
};

/// The red nodes are those with even x + y. All neighbors of a node have the other color, so that a color can be
/// relaxed in place, in any order and in parallel.
enum Color { red = 0, black = 1 };

/// The column of the s-th node of a color in row y of the interior, counted from the left.
HETEROSCOPE_HD inline int column_of(Color color, int s, int y) {
  return 1 + ((y + 1 + color) & 1) + 2 * s;
}

/// The index space of one color's nodes, by s and row; the last s may lie outside, on the edge.
HETEROSCOPE_HD inline Box half_of(int n, const Box& rows) {
  return {0, (n - 1) / 2, rows.y0, rows.y1};
}

/// The functor of Gauss-Seidel on one color; `b` is the right-hand side of 4u − Σ neighbors = b, null for 0.
template <class T, bool HasB>
struct RelaxColor {
  T* u;
  const T* b;
  int n;
  Color color;
  HETEROSCOPE_HD void operator()(int s, int y) const {
    const int x = column_of(color, s, y);
    if (x > n - 2) return;
    const std::ptrdiff_t at = place(n, x, y);
    u[at] = HasB ? T(0.25) * (around(u + at, n) + b[at]) : relaxed(u + at, n);
  }
};

/// The functor of overrelaxation on one color.
template <class T>
struct OverrelaxColor {
  T* u;
  int n;
  T omega;
  Color color;
  HETEROSCOPE_HD void operator()(int s, int y) const {
    const int x = column_of(color, s, y);
    if (x > n - 2) return;
    const std::ptrdiff_t at = place(n, x, y);
    u[at] = overrelaxed(u + at, n, omega);
  }
};

}  // namespace heteroscope::laplace
