#pragma once

#include <numbers>

#include "kernels/laplace/methods/red_black.hpp"

namespace heteroscope::laplace {

/// The relaxation factor ω with which the slowest mode decays fastest on the unit square (Young, Iterative Solution of
/// Large Linear Systems, 1971, section 6.2): 2/(1 + √(1 − μ²)) with Jacobi's spectral radius μ = cos πh.
inline double optimal_omega(int n) {
  return 2 / (1 + std::sin(std::numbers::pi / (n - 1)));
}

inline double omega_of(const Parameters& p) {
  return p.omega > 0 ? p.omega : optimal_omega(p.n);
}

/// Red-black successive overrelaxation.
struct sor {
  static constexpr MethodFacts facts{.reach = 3};

  template <class T, class Backend>
  static void run(const IterateJob& job, Backend& on) {
    const FieldView& u = job.planes.front();
    const auto omega = static_cast<T>(omega_of(job.parameters_as<Parameters>()));
    colored_steps(job, on, OverrelaxColor<T>{data_of<T>(u), u.size.width, omega, red});
    measure<T>(job, on);
  }
};

}  // namespace heteroscope::laplace
