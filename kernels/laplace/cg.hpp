#pragma once

#include <utility>

#include "kernels/laplace/method.hpp"

namespace heteroscope::laplace {

/// Scalars of conjugate gradients, in a backend's memory.
struct CgScalars {
  double* changed;  ///< not 0: the boundary has changed since the last job
  double* truth;    ///< |b − A x|²
  double* rho;      ///< r·r
  double* curvature;
  double* alpha[2];  ///< of even and odd steps
  double* beta;

  [[nodiscard]] HETEROSCOPE_HD bool changed_boundary() const { return !(*changed == 0); }
  /// r is more drift than residual.
  [[nodiscard]] HETEROSCOPE_HD bool drifted() const { return *truth > 4 * *rho; }
};

/// What was added to the boundary, which waits in column 0 of r.
template <class T>
struct Change {
  const T* r;
  int n;
  HETEROSCOPE_HD double operator()(int, int y) const { return static_cast<double>(std::abs(r[place(n, 0, y)])); }
};

/// Takes it from there.
template <class T>
struct ClearChange {
  T* r;
  T* p;
  int n;
  HETEROSCOPE_HD void operator()(int, int y) const { r[place(n, 0, y)] = p[place(n, 0, y)] = T(0); }
};

/// Begins again, from the x that it has, where it must.
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

/// The square of b − A x as it is.
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

/// p·Ap.
template <class T>
struct Curvature {
  const T* p;
  int n;
  HETEROSCOPE_HD double operator()(int x, int y) const {
    const T* node = p + place(n, x, y);
    return static_cast<double>(*node) * static_cast<double>(applied(node, n));
  }
};

/// p = r + β p and p·Ap in one pass, to another plane.
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

/// r = r − α Ap and the new r·r; and x = x + α p for the last `Steps` steps. As nothing looks at x meanwhile, it waits
/// for two, the p of the first of which still lies in the other plane: the same operations, but x goes through memory
/// half as often.
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

/// p = r + β p in the rows beside a lane's own, on both sides: what its neighbors do there.
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
/// Columns of those rows, as far as they are not on the edge.
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
/// α = r·r / p·Ap; 0 where nothing is left to be done.
struct FindAlpha {
  CgScalars s;
  double* alpha;
  HETEROSCOPE_HD void operator()() const { *alpha = *s.curvature == 0 ? 0 : *s.rho / *s.curvature; }
};
/// β = the new r·r over the old one. The new one is in the place of the curvature.
struct FindBeta {
  CgScalars s;
  HETEROSCOPE_HD void operator()() const {
    *s.beta = *s.rho == 0 ? 0 : *s.curvature / *s.rho;
    *s.rho = *s.curvature;
  }
};

/// Conjugate gradients without a matrix (Hestenes and Stiefel, Journal of Research of the National Bureau of Standards
/// 49, 1952). The state is x, r = b − A x and p, the edges of r and p being 0; but what is added to the boundary is
/// also added to column 0 of r, the whole boundary at the start: a job that finds something there clears it and begins
/// again from the x that it has. r·r is found anew in each job: it is the same bits as the last job's, as all sums have
/// one order.
///
/// The r that is carried along drifts from b − A x by all steps' roundings, and x stops improving when r is smaller
/// than that: in fp32 at 300 roundings and more. So every 32 steps b − A x itself is looked at, and where r is mostly
/// drift it begins again from there (van der Vorst and Ye, Residual replacement strategies for Krylov subspace
/// iterative methods, SIAM Journal on Scientific Computing 22, 2000, replace r and keep p, which without a bound on the
/// drift diverges in the end).
///
/// Lanes begin at multiples of a tile of sums, so that each tile is one lane's and a sum has the same order whoever
/// computes. They meet at every sum; the row of r beyond each border comes with the new r·r, and that of p is computed
/// on both sides.
struct cg {
  static constexpr MethodFacts facts{.planes = 3,
                                     .spares = 1,
                                     .most_nodes = most_summed,
                                     .meeting_grain = sum_rows,
                                     // r, p and the new p; p, r and the new r; half of x, p, the other p and the new x
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
