#pragma once

#include "kernels/laplace/methods/red_black.hpp"

namespace heteroscope::laplace {

/// One grid of multigrid: the unknown u and the right-hand side b of 4u − Σ neighbors = b.
template <class T>
struct Level {
  T* u;
  T* b;
  int n;
};

/// The number of intervals is halved, rounded up, down to two.
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

/// The grids of an n × n problem. All coarser ones together fit in two planes of its size.
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

/// Where a fine node lies between the two coarse nodes beside it, along one axis.
template <class T>
struct Between {
  int first;  ///< the coarse node before it
  T near, far;
};

/// The position of fine node i, given the numbers of fine and of coarse intervals.
template <class T>
HETEROSCOPE_HD inline Between<T> between(int i, int fine, int coarse, T per_fine) {
  const int at = i * coarse;
  const int first = at / fine;
  const int past = at - first * fine;
  return {first, static_cast<T>(fine - past) * per_fine, static_cast<T>(past) * per_fine};
}

/// The fine nodes to which a coarse node contributes in interpolation, along one axis, and its weights there; the
/// restriction uses the same weights.
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

/// The weighted sum, in an order that is symmetric under reflection: the outer two and the inner two are added first;
/// of three, one is in the middle.
template <class T>
HETEROSCOPE_HD inline T symmetric_sum(const Lends<T>& lent, const T (&value)[4]) {
  return lent.weight[3] > 0 ? (value[0] + value[3]) + (value[1] + value[2]) : (value[0] + value[2]) + value[1];
}

/// The unknown after the first red half of a sweep that starts from 0, at a node whose right-hand side is b.
template <class T>
HETEROSCOPE_HD inline T red_from_zero(int x, int y, T b) {
  return ((x + y) & 1) == 0 ? T(0.25) * b : T(0);
}

/// The functor of that half sweep by itself, for right-hand sides that others have restricted.
template <class T>
struct RedFromZero {
  Level<T> level;
  HETEROSCOPE_HD void operator()(int x, int y) const {
    const std::ptrdiff_t at = place(level.n, x, y);
    level.u[at] = red_from_zero(x, y, level.b[at]);
  }
};

/// The functor of the restriction: it computes the coarse grid's right-hand side, and its solution after the first half
/// of the first sweep, which starts from 0 and so makes each red node b/4. On the coarsest grid, of one node, that is
/// the exact solution.
///
/// b = Σ wᵢ wⱼ r(i, j), the adjoint of the interpolation. Since 4u − Σ stands for −h² ∇²u, the factor H²/h² between the
/// right-hand sides of two grids cancels the mean's (h/H)². Only the residuals of red nodes are read: black ones have
/// been relaxed last and have none.
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
    coarse.u[at] = red_from_zero(x, y, b);
  }
  HETEROSCOPE_HD T residual(int x, int y) const {
    const std::ptrdiff_t at = place(fine.n, x, y);
    const T sum = around(fine.u + at, fine.n);
    return std::fma(T(-4), fine.u[at], HasB ? sum + fine.b[at] : sum);
  }
};

/// The functor of bilinear interpolation to the black nodes; red nodes need none, since they are relaxed next from
/// black ones alone. `Adds` says that it is a correction, otherwise it is a first guess.
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

/// The functor that gives a coarser grid its boundary: f interpolated between its nodes, 0 elsewhere.
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
