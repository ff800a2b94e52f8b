#pragma once

#include "kernels/laplace/method.hpp"

namespace heteroscope::laplace {

/// Nodes with even x + y, and the others: neighbors of a node are of the other color, so that a color can be relaxed in
/// place, in any order.
enum Color { red = 0, black = 1 };

/// Node s of a color's nodes in row y of the interior, counted from the left.
HETEROSCOPE_HD inline int column_of(Color color, int s, int y) {
  return 1 + ((y + 1 + color) & 1) + 2 * s;
}

/// Places s for one color's nodes; the last may lie outside, on the edge.
HETEROSCOPE_HD inline Box half_of(int n, const Box& rows) {
  return {0, (n - 1) / 2, rows.y0, rows.y1};
}

/// Gauss-Seidel on one color; `b`: the right-hand side of 4u − Σ neighbors = b, null for 0.
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
    const T sum = around(u + at, n);
    u[at] = T(0.25) * (HasB ? sum + b[at] : sum);
  }
};

/// Both colors of every step, in place, over as many rows as the next ones need.
template <class Backend, class Relax>
void colored_steps(const IterateJob& job, Backend& on, Relax relax) {
  const int n = job.planes.front().size.width;
  int left = 2 * job.steps + (job.measure != nullptr ? 1 : 0);
  for (int step = 0; step < job.steps; ++step) {
    for (const Color color : {red, black}) {
      relax.color = color;
      on.each(half_of(n, interior(n, widened(job, --left))), relax);
    }
  }
}

/// Gauss-Seidel: every red node becomes the mean of its neighbors, then every black one.
struct red_black {
  static constexpr MethodFacts facts{.reach = 3};

  template <class T, class Backend>
  static void run(const IterateJob& job, Backend& on) {
    const FieldView& u = job.planes.front();
    colored_steps(job, on, RelaxColor<T, false>{data_of<T>(u), nullptr, u.size.width, red});
    measure<T>(job, on);
  }
};

}  // namespace heteroscope::laplace
