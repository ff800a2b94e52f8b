#pragma once

#include "kernels/laplace/red_black.hpp"

namespace heteroscope::laplace {

/// A grid of multigrid: what is sought, and the right-hand side of 4u − Σ neighbors = b.
template <class T>
struct Level {
  T* u;
  T* b;
  int n;
};

/// Intervals halve, rounded up, down to two.
inline constexpr int most_levels = 14;
static_assert(((most_nodes - 1) >> (most_levels - 1)) == 2);

template <class T>
struct Levels {
  Level<T> level[most_levels];
  int count;
};

HETEROSCOPE_HD inline int coarser(int n) {
  return n / 2 + 1;
}

/// The grids of an n × n problem; the coarser ones lie in two planes of its size.
template <class T>
Levels<T> make_levels(T* u, T* coarse_u, T* coarse_b, int n) {
  Levels<T> out{{{u, nullptr, n}}, 1};
  while (n > 3) {
    n = coarser(n);
    out.level[out.count++] = {coarse_u, coarse_b, n};
    coarse_u += place(n, 0, n);
    coarse_b += place(n, 0, n);
  }
  return out;
}

/// A fine node's place between the two coarse nodes beside it, along one axis.
template <class T>
struct Between {
  int first;  ///< the coarse node before it
  T near, far;
};

/// N fine intervals, M coarse ones.
template <class T>
HETEROSCOPE_HD inline Between<T> between(int i, int fine, int coarse, T per_fine) {
  const int at = i * coarse;
  const int first = at / fine;
  const int past = at - first * fine;
  return {first, static_cast<T>(fine - past) * per_fine, static_cast<T>(past) * per_fine};
}

/// The fine nodes that a coarse one lends to, along one axis, and what it lends to them: the same weights.
template <class T>
struct Lends {
  int first;
  T weight[4];
};

template <class T>
HETEROSCOPE_HD inline Lends<T> lends(int i, int fine, int coarse, T per_fine) {
  const int center = i * fine;
  Lends<T> out;
  out.first = center / coarse - 1;
  for (int m = 0; m < 4; ++m) {
    const int node = out.first + m;
    const int distance = node * coarse - center;
    const int share = fine - (distance < 0 ? -distance : distance);
    out.weight[m] = node > 0 && node < fine && share > 0 ? static_cast<T>(share) * per_fine : T(0);
  }
  return out;
}

/// Symmetric under reflection: the outer ones and the inner ones first; three have one in the middle.
template <class T>
HETEROSCOPE_HD inline T symmetric_sum(const Lends<T>& lent, const T (&value)[4]) {
  return lent.weight[3] > 0 ? (value[0] + value[3]) + (value[1] + value[2]) : (value[0] + value[2]) + value[1];
}

/// The coarse grid's right-hand side, and its solution after the first half of its first sweep, which starts from 0: a
/// red node is then b/4. On the coarsest grid, of one node, that is the solution.
///
/// b = Σ wᵢ wⱼ r(i, j), the adjoint of the interpolation: as 4u − Σ stands for −h² ∇²u, the factor H²/h² between two
/// grids' right-hand sides and the mean's (h/H)² cancel. Only red nodes' residuals are read: black ones have been
/// relaxed last, and have none.
template <class T, bool HasB>
struct Restrict {
  Level<T> fine, coarse;
  T per_fine;
  HETEROSCOPE_HD void operator()(int x, int y) const {
    const std::ptrdiff_t at = place(coarse.n, x, y);
    const int last = coarse.n - 1;
    T b = 0;
    if (x > 0 && y > 0 && x < last && y < last) {
      const Lends<T> across = lends(x, fine.n - 1, last, per_fine);
      const Lends<T> down = lends(y, fine.n - 1, last, per_fine);
      T rows[4];
      for (int j = 0; j < 4; ++j) {
        T values[4];
        for (int i = 0; i < 4; ++i) {
          const bool counts =
              ((across.first + i + down.first + j) & 1) == 0 && across.weight[i] > 0 && down.weight[j] > 0;
          values[i] = counts ? across.weight[i] * residual(across.first + i, down.first + j) : T(0);
        }
        rows[j] = down.weight[j] * symmetric_sum(across, values);
      }
      b = symmetric_sum(down, rows);
    }
    coarse.b[at] = b;
    coarse.u[at] = ((x + y) & 1) == 0 ? T(0.25) * b : T(0);
  }
  HETEROSCOPE_HD T residual(int x, int y) const {
    const std::ptrdiff_t at = place(fine.n, x, y);
    const T sum = around(fine.u + at, fine.n);
    return std::fma(T(-4), fine.u[at], HasB ? sum + fine.b[at] : sum);
  }
};

/// Bilinear interpolation to the black nodes; red ones are relaxed next, from black ones alone. `Adds`: a correction;
/// else a first guess.
template <class T, bool Adds>
struct Prolong {
  Level<T> fine, coarse;
  T per_fine;
  HETEROSCOPE_HD void operator()(int s, int y) const {
    const int x = column_of(black, s, y);
    if (x > fine.n - 2) return;
    const Between<T> across = between(x, fine.n - 1, coarse.n - 1, per_fine);
    const Between<T> down = between(y, fine.n - 1, coarse.n - 1, per_fine);
    const T* const node = coarse.u + place(coarse.n, across.first, down.first);
    const T above = across.near * node[0] + across.far * node[1];
    const T below = across.near * node[coarse.n] + across.far * node[coarse.n + 1];
    const T value = down.near * above + down.far * below;
    T& u = fine.u[place(fine.n, x, y)];
    u = Adds ? u + value : value;
  }
};

/// A coarser grid's boundary values: f between its nodes; 0 elsewhere.
template <class T>
struct CoarsenBoundary {
  Level<T> fine, coarse;
  T per_coarse;
  HETEROSCOPE_HD void operator()(int x, int y) const {
    const int last = coarse.n - 1;
    T value = 0;
    if (x == 0 && y > 0 && y < last) {
      const Between<T> down = between(y, last, fine.n - 1, per_coarse);
      const T* const node = fine.u + place(fine.n, 0, down.first);
      value = down.near * node[0] + down.far * node[fine.n];
    }
    coarse.u[place(coarse.n, x, y)] = value;
  }
};

}  // namespace heteroscope::laplace
