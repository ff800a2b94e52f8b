#pragma once

#include <utility>

#include "kernels/laplace/methods/method.hpp"

namespace heteroscope::laplace {

/// The scalars of conjugate gradients, in a backend's memory.
struct CgScalars {
  double* changed;  ///< not 0: the boundary has changed since the last job
  double* truth;    ///< |b − A x|², the true residual's
  double* rho;      ///< r·r, the recurrence's
  double* curvature;
  double* alpha[2];  ///< α of even and of odd steps
  double* beta;

  [[nodiscard]] HETEROSCOPE_HD bool changed_boundary() const { return !(*changed == 0); }
  /// Whether r consists of rounding drift rather than of the residual.
  [[nodiscard]] HETEROSCOPE_HD bool drifted() const { return *truth > 4 * *rho; }
};

/// The functor that finds changes of the boundary, which wait in column 0 of r.
template <class T>
struct Change {
  const T* r;
  int n;
  HETEROSCOPE_HD double operator()(int, int y) const { return static_cast<double>(std::abs(r[place(n, 0, y)])); }
};

/// The functor that clears them.
template <class T>
struct ClearChange {
  T* r;
  T* p;
  int n;
  HETEROSCOPE_HD void operator()(int, int y) const { r[place(n, 0, y)] = p[place(n, 0, y)] = T(0); }
};

/// The functor that restarts the iteration from the present x, where it must be.
template <class T>
struct Restart {
  const T* x;
  T* r;
  T* p;
  int n;
  CgScalars s;
  HETEROSCOPE_HD void operator()(int column, int y) const {
    if (!s.changed_boundary() && !s.drifted()) return;
    const std::ptrdiff_t at = place(n, column, y);
    p[at] = r[at] = -applied(x + at, n);
  }
};

/// The functor of the true residual's square, (b − A x)² at a node.
template <class T>
struct TrueSquare {
  const T* x;
  int n;
  HETEROSCOPE_HD double operator()(int column, int y) const {
    const auto value = static_cast<double>(applied(x + place(n, column, y), n));
    return value * value;
  }
};

template <class T>
struct Square {
  const T* r;
  int n;
  HETEROSCOPE_HD double operator()(int x, int y) const {
    const auto value = static_cast<double>(r[place(n, x, y)]);
    return value * value;
  }
};

/// The functor of the curvature p·Ap.
template <class T>
struct Curvature {
  const T* p;
  int n;
  HETEROSCOPE_HD double operator()(int x, int y) const {
    const T* node = p + place(n, x, y);
    return static_cast<double>(*node) * static_cast<double>(applied(node, n));
  }
};

/// The functor that computes p = r + β p and p·Ap in one pass; the new p goes to another plane.
template <class T>
struct TurnAndCurvature {
  const T* r;
  const T* p;
  T* turned;
  int n;
  const double* found_beta;
  T beta = 0;

  struct Fetched {
    T r, p;
  };
  struct Own {};
  static constexpr int reads = 2;
  [[nodiscard]] HETEROSCOPE_HD TurnAndCurvature ready() const {
    return {r, p, turned, n, found_beta, static_cast<T>(*found_beta)};
  }
  [[nodiscard]] HETEROSCOPE_HD Fetched fetch(int at) const { return {r[at], p[at]}; }
  [[nodiscard]] HETEROSCOPE_HD T line(const Fetched& of) const { return std::fma(beta, of.p, of.r); }
  [[nodiscard]] HETEROSCOPE_HD Own own(int) const { return {}; }
  HETEROSCOPE_HD double node(int at, Own, T center, T sum) const {
    turned[at] = center;
    return static_cast<double>(center) * static_cast<double>(std::fma(T(4), center, -sum));
  }
};

template <class T>
struct Turn {
  const T* r;
  T* p;
  int n;
  CgScalars s;
  HETEROSCOPE_HD void operator()(int x, int y) const {
    const std::ptrdiff_t at = place(n, x, y);
    p[at] = std::fma(static_cast<T>(*s.beta), p[at], r[at]);
  }
};

/// The functor that computes r = r − α Ap and the new r·r, and x = x + α p for the last `Steps` steps. Nothing reads x
/// meanwhile, so it is updated every second step only, when the previous p still lies in the other plane: the same
/// operations with half of x's memory traffic.
template <class T, int Steps>
struct Advance {
  T* x;
  T* r;
  const T* p;
  const T* p_before;
  int n;
  const double* found_alpha;
  const double* alpha_before;
  T alpha = 0;
  T before = 0;

  struct Own {
    T r, x, p_before;
  };
  static constexpr int reads = 2 + Steps;
  [[nodiscard]] HETEROSCOPE_HD Advance ready() const {
    Advance out = *this;
    out.alpha = static_cast<T>(*found_alpha);
    if constexpr (Steps > 1) out.before = static_cast<T>(*alpha_before);
    return out;
  }
  [[nodiscard]] HETEROSCOPE_HD T fetch(int at) const { return p[at]; }
  [[nodiscard]] HETEROSCOPE_HD T line(T of) const { return of; }
  [[nodiscard]] HETEROSCOPE_HD Own own(int at) const {
    Own out{r[at]};
    if constexpr (Steps > 0) out.x = x[at];
    if constexpr (Steps > 1) out.p_before = p_before[at];
    return out;
  }
  HETEROSCOPE_HD double node(int at, const Own& own, T center, T sum) const {
    if constexpr (Steps == 1) x[at] = std::fma(alpha, center, own.x);
    if constexpr (Steps == 2) x[at] = std::fma(alpha, center, std::fma(before, own.p_before, own.x));
    const T rest = std::fma(-alpha, std::fma(T(4), center, -sum), own.r);
    r[at] = rest;
    return static_cast<double>(rest) * static_cast<double>(rest);
  }
};

/// The functor that computes p = r + β p in the rows just beyond a participant's own, on both sides: redundantly,
/// exactly as the neighbors do it.
template <class T>
struct TurnBeside {
  const T* r;
  const T* p;
  T* turned;
  int n;
  Rows own;
  const double* beta;
  HETEROSCOPE_HD void operator()(int x, int side) const {
    const std::ptrdiff_t at = place(n, x, side == 0 ? own.begin - 1 : own.end);
    turned[at] = std::fma(static_cast<T>(*beta), p[at], r[at]);
  }
};
/// The columns of those rows, as far as they are not on the grid's edge.
inline Box beside(int n, Rows own) {
  return {1, n - 1, own.begin > 1 ? 0 : 1, own.end < n - 1 ? 2 : 1};
}

struct Nothing {
  HETEROSCOPE_HD void operator()() const {}
};
struct NoLook {
  CgScalars s;
  HETEROSCOPE_HD void operator()() const { *s.truth = 0; }
};
/// The functor that sets α = r·r / p·Ap; 0 where p·Ap is 0, as after convergence.
struct FindAlpha {
  CgScalars s;
  double* alpha;
  HETEROSCOPE_HD void operator()() const { *alpha = *s.curvature == 0 ? 0 : *s.rho / *s.curvature; }
};
/// The functor that sets β, the ratio of the new r·r to the old one. The new one is in the place of the curvature.
struct FindBeta {
  CgScalars s;
  HETEROSCOPE_HD void operator()() const {
    *s.beta = *s.rho == 0 ? 0 : *s.curvature / *s.rho;
    *s.rho = *s.curvature;
  }
};

/// Matrix-free conjugate gradients (Hestenes and Stiefel, Journal of Research of the National Bureau of Standards 49,
/// 1952). The state is x, r = b − A x and p, with 0 on the edges of r and p, except that whatever is added to the
/// boundary is also added to column 0 of r: at the start the whole boundary, later brush strokes. A job that finds
/// something there clears it and restarts from the present x. Each job computes r·r anew; its bits are those of the
/// last job's, since all sums have one fixed order.
///
/// The r of the recurrence drifts from b − A x by the roundings of all steps, and x stops improving once r is smaller
/// than the drift, in fp32 at 300 roundings of a value and more. So every 32 steps the true residual b − A x is
/// computed, and where r is mostly drift the method restarts from there. (Van der Vorst and Ye, Residual replacement
/// strategies for Krylov subspace iterative methods, SIAM Journal on Scientific Computing 22, 2000, replace r and keep
/// p, which without a bound on the drift finally diverges.)
///
/// Participants begin at multiples of a tile's rows, so that each tile belongs to one of them and a sum has the same
/// order however the rows are split. They synchronize at every sum (an allreduce). The row of r beyond each border is
/// exchanged together with the new r·r; that of p is computed redundantly on both sides.
struct cg {
  static constexpr MethodFacts facts{.planes = 3,
                                     .spares = 1,
                                     .most_nodes = most_summed,
                                     .exchange_grain = sum_rows,
                                     // values a node: pass 1 reads r and p and writes the new p; pass 2 reads p and r
                                     // and writes r; every second time it also reads x and the other p and writes x
                                     .traffic = 7.5,
                                     .doubles = [](int) { return std::size_t{7}; }};
  static constexpr int steps_between_looks = 32;

  template <class T, class Backend>
  static void run(const IterateJob& job, Backend& on) {
    const int n = job.planes.front().size.width;
    double* const slots = on.memory(7);
    const CgScalars s{slots, slots + 1, slots + 2, slots + 3, {slots + 4, slots + 5}, slots + 6};
    set_edge<T>(on, nullptr, data_of<T>(job.planes[3]), n, widened(job, 1));
    for (int step = 0; step < job.steps;) {
      const auto since_look = static_cast<int>((job.step + step) % steps_between_looks);
      const int steps = std::min(job.steps - step, steps_between_looks - since_look);
      take<T>(job, on, s, steps, since_look == 0);
      step += steps;
    }
    if (job.measure != nullptr) on.exchange({beyond_own(job, data_of<T>(job.planes[0]))});
    measure<T>(job, on);
    // a final barrier: the tile sums, which others fetch, end with this job
    on.exchange({});
  }

 private:
  template <class T, class Backend>
  static void take(const IterateJob& job, Backend& on, const CgScalars& s, int steps, bool look) {
    const int n = job.planes.front().size.width;
    const Box all = interior(n);
    const Box own = interior(n, job.rows);
    const Box column{0, 1, 1, n - 1};
    T* const x = data_of<T>(job.planes[0]);
    T* const r = data_of<T>(job.planes[1]);
    const auto p = [&] { return data_of<T>(job.planes[2]); };

    on.sum(column, Change<T>{r, n}, s.changed, Nothing{}, {beyond_own(job, x)});
    on.each(own_part(job, column), ClearChange<T>{r, p(), n});
    on.sum(all, Square<T>{r, n}, s.rho, Nothing{});
    if (look) {
      on.sum(all, TrueSquare<T>{x, n}, s.truth, Nothing{});
    } else {
      on.once(NoLook{s});
    }
    on.each(own, Restart<T>{x, r, p(), n, s});
    on.sum(all, Square<T>{r, n}, s.rho, Nothing{}, {beyond_own(job, r), beyond_own(job, p())});
    for (int step = 0; step < steps; ++step) {
      double* const alpha = s.alpha[step % 2];
      if (step == 0) {
        on.sum(all, Curvature<T>{p(), n}, s.curvature, FindAlpha{s, alpha});
      } else {
        T* const turned = data_of<T>(job.planes[3]);
        on.each(beside(n, job.rows), TurnBeside<T>{r, p(), turned, n, job.rows, s.beta});
        on.sum(all, TurnAndCurvature<T>{r, p(), turned, n, s.beta}, s.curvature, FindAlpha{s, alpha});
        std::swap(job.planes[2], job.planes[3]);
      }
      const auto advance = [&]<int Steps>() {
        const T* const p_before = data_of<T>(job.planes[3]);
        on.sum(all, Advance<T, Steps>{x, r, p(), p_before, n, alpha, s.alpha[(step + 1) % 2]}, s.curvature, FindBeta{s},
               {beyond_own(job, r)});
      };
      if (step % 2 != 0) {
        advance.template operator()<2>();
      } else if (step == steps - 1) {
        advance.template operator()<1>();
      } else {
        advance.template operator()<0>();
      }
    }
    on.each(own, Turn<T>{r, p(), n, s});
  }
};

}  // namespace heteroscope::laplace
