#pragma once

#include "core/base/freestanding.hpp"
#include "core/base/shapes.hpp"

namespace heteroscope::laplace {

/// The nodes in columns x0 … x1 − 1 of rows y0 … y1 − 1.
struct Box {
  int x0 = 0, x1 = 0, y0 = 0, y1 = 0;
  [[nodiscard]] HETEROSCOPE_HD bool empty() const { return x1 <= x0 || y1 <= y0; }
};

/// The nodes in some rows of an n × n grid that are not on its edge.
HETEROSCOPE_HD inline Box interior(int n, Rows rows) {
  return {1, n - 1, rows.begin > 1 ? rows.begin : 1, rows.end < n - 1 ? rows.end : n - 1};
}
HETEROSCOPE_HD inline Box interior(int n) {
  return interior(n, {0, n});
}

HETEROSCOPE_HD inline std::ptrdiff_t place(int n, int x, int y) {
  return static_cast<std::ptrdiff_t>(y) * n + x;
}

/// The sum of a node's four neighbors. Opposite ones are added first, so that a symmetric state stays symmetric.
template <class T>
HETEROSCOPE_HD inline T around(const T* node, int n) {
  return (node[-1] + node[1]) + (node[-n] + node[n]);
}

/// A u = 4u − Σ neighbors at a node: −h² times the five-point Laplacian.
template <class T>
HETEROSCOPE_HD inline T applied(const T* node, int n) {
  return std::fma(T(4), *node, -around(node, n));
}

/// The functor of the residual |4u − Σ neighbors|.
template <class T>
struct Residual {
  const T* u;
  int n;
  HETEROSCOPE_HD double operator()(int x, int y) const {
    return static_cast<double>(std::abs(applied(u + place(n, x, y), n)));
  }
};

/// The functor that copies a grid's edge from another plane, or sets it to 0 where there is none. It is applied to
/// columns 0 and 1 (which stand for the first and the last) of the rows, and to all columns of rows 0 and 1 (likewise).
template <class T>
struct EdgeColumns {
  const T* from;
  T* to;
  int n;
  HETEROSCOPE_HD void operator()(int side, int y) const {
    const std::ptrdiff_t at = place(n, side * (n - 1), y);
    to[at] = from != nullptr ? from[at] : T(0);
  }
};
template <class T>
struct EdgeRows {
  const T* from;
  T* to;
  int n;
  HETEROSCOPE_HD void operator()(int x, int side) const {
    const std::ptrdiff_t at = place(n, x, side * (n - 1));
    to[at] = from != nullptr ? from[at] : T(0);
  }
};

}  // namespace heteroscope::laplace
