#pragma once

#include <vector>

#include "kernels/laplace/methods/levels.hpp"

namespace heteroscope::laplace {

enum class PassKind : unsigned char {
  red,
  black,
  restrict_residual,
  red_from_zero,
  correct,
  first_guess,
  coarsen_boundary
};

/// One pass of a cycle. `level` is the finer level where two are involved. `top` says that it is the cycle's finest
/// level, whose b is 0.
struct Pass {
  PassKind kind;
  unsigned char level;
  bool top;
};

/// The rows that a pass writes; rows of the coarser grid where the pass writes to that.
struct PassRows {
  Pass pass;
  Rows rows;
};

inline constexpr Rows all_rows{0, most_nodes};

/// Calls body(box, functor) for some rows of a pass; with a device body, on the device.
template <class T, class Body>
constexpr void with_pass(const Levels<T>& levels, const Pass& pass, Rows rows, Body body) {
  const Level<T>& fine = levels.level[pass.level];
  const Level<T>& coarse = levels.level[pass.level + (pass.level + 1 < levels.count ? 1 : 0)];
  const Box half = half_of(fine.n, interior(fine.n, rows));
  const Box whole{0, coarse.n, rows.begin, rows.end < coarse.n ? rows.end : coarse.n};
  const T per_fine = T(1) / static_cast<T>(fine.n - 1);
  switch (pass.kind) {
    case PassKind::red:
    case PassKind::black: {
      const Color color = pass.kind == PassKind::red ? red : black;
      if (pass.top) return body(half, RelaxColor<T, false>{fine.u, nullptr, fine.n, color});
      return body(half, RelaxColor<T, true>{fine.u, fine.b, fine.n, color});
    }
    case PassKind::restrict_residual:
      if (pass.top) return body(whole, Restrict<T, false>{fine, coarse, per_fine});
      return body(whole, Restrict<T, true>{fine, coarse, per_fine});
    case PassKind::red_from_zero:
      return body({0, fine.n, rows.begin, rows.end < fine.n ? rows.end : fine.n}, RedFromZero<T>{fine});
    case PassKind::correct:
      return body(half, Prolong<T, true>{fine, coarse, per_fine});
    case PassKind::first_guess:
      return body(half, Prolong<T, false>{fine, coarse, per_fine});
    case PassKind::coarsen_boundary:
      return body(whole, CoarsenBoundary<T>{fine, coarse, T(1) / static_cast<T>(coarse.n - 1)});
  }
}

inline constexpr int sweeps_before = 1;
inline constexpr int sweeps_after = 1;

/// Adds a V-cycle from level `top` down to the coarsest and back.
inline void add_cycle(std::vector<Pass>& out, int levels, int top) {
  const auto add = [&](PassKind kind, int level) {
    out.push_back({kind, static_cast<unsigned char>(level), level == top});
  };
  for (int level = top; level < levels; ++level) {
    const bool coarsest = level == levels - 1;
    for (int i = 0; i < (coarsest ? 1 : sweeps_before); ++i) {
      // The restriction has already relaxed the first red half
      if (level == top || i > 0) add(PassKind::red, level);
      if (!coarsest) add(PassKind::black, level);
    }
    if (!coarsest) add(PassKind::restrict_residual, level);
  }
  for (int level = levels - 2; level >= top; --level) {
    add(PassKind::correct, level);
    for (int i = 0; i < sweeps_after; ++i) {
      add(PassKind::red, level);
      add(PassKind::black, level);
    }
  }
}

/// Adds full multigrid: the solution on the coarsest grid, then on each finer grid an interpolated first guess and a
/// V-cycle.
inline void add_full(std::vector<Pass>& out, int levels) {
  const auto add = [&](PassKind kind, int level) { out.push_back({kind, static_cast<unsigned char>(level), true}); };
  for (int level = 0; level + 1 < levels; ++level) add(PassKind::coarsen_boundary, level);
  add(PassKind::red, levels - 1);
  for (int level = levels - 2; level >= 0; --level) {
    add(PassKind::first_guess, level);
    add_cycle(out, levels, level);
  }
}

}  // namespace heteroscope::laplace
