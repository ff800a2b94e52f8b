#pragma once

#include <array>
#include <utility>

#include "kernels/laplace/method.hpp"

namespace heteroscope::laplace {

/// Scalars of conjugate gradients, in a backend's memory.
struct CgScalars {
  double* changed;  ///< above 0 (or NaN): the boundary has changed since the last job
  double* truth;    ///< |b − A x|²
  double* rho;      ///< r·r
  double* curvature;
  double* alpha;
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
  CgScalars s;
  HETEROSCOPE_HD double operator()(int x, int y) const {
    const T beta = static_cast<T>(*s.beta);
    const std::ptrdiff_t at = place(n, x, y);
    const auto value = [&](std::ptrdiff_t i) { return std::fma(beta, p[at + i], r[at + i]); };
    const T center = value(0);
    const T sum = (value(-1) + value(1)) + (value(-n) + value(n));
    turned[at] = center;
    return static_cast<double>(center) * static_cast<double>(std::fma(T(4), center, -sum));
  }
  [[nodiscard]] HETEROSCOPE_HD std::array<const T*, 2> reads() const { return {r, p}; }
  /// The same of nodes one below the other; all is read before any is written.
  HETEROSCOPE_HD void rows(int x, int y, double (&products)[rows_at_once]) const {
    const T beta = static_cast<T>(*s.beta);
    const std::ptrdiff_t first = place(n, x, y);
    const auto value = [&](std::ptrdiff_t i) { return std::fma(beta, p[i], r[i]); };
    T line[rows_at_once + 2];
    T beside[rows_at_once];
    for (int i = 0; i < rows_at_once + 2; ++i) line[i] = value(first + static_cast<std::ptrdiff_t>(i - 1) * n);
    for (int i = 0; i < rows_at_once; ++i) {
      const std::ptrdiff_t at = first + static_cast<std::ptrdiff_t>(i) * n;
      beside[i] = value(at - 1) + value(at + 1);
    }
    for (int i = 0; i < rows_at_once; ++i) {
      const T center = line[i + 1];
      const T sum = beside[i] + (line[i] + line[i + 2]);
      turned[first + static_cast<std::ptrdiff_t>(i) * n] = center;
      products[i] = static_cast<double>(center) * static_cast<double>(std::fma(T(4), center, -sum));
    }
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

/// x = x + α p, r = r − α Ap, and the new r·r.
template <class T>
struct Advance {
  T* x;
  T* r;
  const T* p;
  int n;
  CgScalars s;
  HETEROSCOPE_HD double operator()(int column, int y) const {
    const T alpha = static_cast<T>(*s.alpha);
    const std::ptrdiff_t at = place(n, column, y);
    x[at] = std::fma(alpha, p[at], x[at]);
    const T rest = std::fma(-alpha, applied(p + at, n), r[at]);
    r[at] = rest;
    return static_cast<double>(rest) * static_cast<double>(rest);
  }
  [[nodiscard]] HETEROSCOPE_HD std::array<const T*, 3> reads() const { return {x, r, p}; }
  /// The same of nodes one below the other; all is read before any is written.
  HETEROSCOPE_HD void rows(int column, int y, double (&squares)[rows_at_once]) const {
    const T alpha = static_cast<T>(*s.alpha);
    const std::ptrdiff_t first = place(n, column, y);
    T line[rows_at_once + 2];
    T beside[rows_at_once];
    T old_x[rows_at_once];
    T old_r[rows_at_once];
    for (int i = 0; i < rows_at_once + 2; ++i) line[i] = p[first + static_cast<std::ptrdiff_t>(i - 1) * n];
    for (int i = 0; i < rows_at_once; ++i) {
      const std::ptrdiff_t at = first + static_cast<std::ptrdiff_t>(i) * n;
      beside[i] = p[at - 1] + p[at + 1];
      old_x[i] = x[at];
      old_r[i] = r[at];
    }
    for (int i = 0; i < rows_at_once; ++i) {
      const std::ptrdiff_t at = first + static_cast<std::ptrdiff_t>(i) * n;
      x[at] = std::fma(alpha, line[i + 1], old_x[i]);
      const T applied_here = std::fma(T(4), line[i + 1], -(beside[i] + (line[i] + line[i + 2])));
      const T rest = std::fma(-alpha, applied_here, old_r[i]);
      r[at] = rest;
      squares[i] = static_cast<double>(rest) * static_cast<double>(rest);
    }
  }
};

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
  HETEROSCOPE_HD void operator()() const { *s.alpha = *s.curvature == 0 ? 0 : *s.rho / *s.curvature; }
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
struct cg {
  static constexpr MethodFacts facts{.planes = 3,
                                     .spares = 1,
                                     .unsplittable = "each step of cg needs sums over all rows before it can go on",
                                     .traffic = 8,
                                     .doubles = [](int) { return std::size_t{6}; }};
  static constexpr int steps_between_looks = 32;

  template <class T, class Backend>
  static void run(const Job& job, Backend& on) {
    const int n = job.planes.front().size.width;
    double* const slots = on.memory(6);
    const CgScalars s{slots, slots + 1, slots + 2, slots + 3, slots + 4, slots + 5};
    set_edge<T>(on, nullptr, data_of<T>(job.planes[3]), n, {0, n});
    for (int step = 0; step < job.steps;) {
      const auto since_look = static_cast<int>((job.step + step) % steps_between_looks);
      const int steps = std::min(job.steps - step, steps_between_looks - since_look);
      take<T>(job, on, s, steps, since_look == 0);
      step += steps;
    }
    measure<T>(job, on);
  }

 private:
  template <class T, class Backend>
  static void take(const Job& job, Backend& on, const CgScalars& s, int steps, bool look) {
    const int n = job.planes.front().size.width;
    const Box all = interior(n);
    const Box column{0, 1, 1, n - 1};
    T* const x = data_of<T>(job.planes[0]);
    T* const r = data_of<T>(job.planes[1]);
    const auto p = [&] { return data_of<T>(job.planes[2]); };

    on.largest(column, Change<T>{r, n}, s.changed);
    on.each(column, ClearChange<T>{r, p(), n});
    on.sum(all, Square<T>{r, n}, s.rho, Nothing{});
    if (look) {
      on.sum(all, TrueSquare<T>{x, n}, s.truth, Nothing{});
    } else {
      on.once(NoLook{s});
    }
    on.each(all, Restart<T>{x, r, p(), n, s});
    on.sum(all, Square<T>{r, n}, s.rho, Nothing{});
    for (int step = 0; step < steps; ++step) {
      if (step == 0) {
        on.sum(all, Curvature<T>{p(), n}, s.curvature, FindAlpha{s});
      } else {
        on.sum(all, TurnAndCurvature<T>{r, p(), data_of<T>(job.planes[3]), n, s}, s.curvature, FindAlpha{s});
        std::swap(job.planes[2], job.planes[3]);
      }
      on.sum(all, Advance<T>{x, r, p(), n, s}, s.curvature, FindBeta{s});
    }
    on.each(all, Turn<T>{r, p(), n, s});
  }
};

}  // namespace heteroscope::laplace
