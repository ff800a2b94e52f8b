#pragma once

#include <cstdint>

#include "kernels/heat/parameters.hpp"

namespace heteroscope::heat {

inline constexpr int most_passes = 4;
inline constexpr int most_terms = 3;

/// One time step as passes over the grid, with S(t) the sum of a node's four neighbors less four times itself:
///   t₀ = a₀ φ(n) + a₁ φ(n − 1) + a₂ φ(n − 2),   t(j + 1) = φ(n) + c(j) S(t(j)),   φ(n + 1) = the last t.
/// A Runge-Kutta step of order p ≤ 4 is the polynomial 1 + z + … + z^p/p! of z = Fo S applied to φ, since the equation
/// is linear with constant coefficients (Hairer, Nørsett and Wanner, Solving Ordinary Differential Equations I, section
/// II.1); by Horner's rule that is p passes with c = Fo/p, …, Fo/2, Fo. Adams-Bashforth steps (the same book, section
/// III.1) are one pass over a combination of the last states.
struct Scheme {
  int passes = 1;
  double c[most_passes] = {};
  int terms = 1;
  double a[most_terms] = {1, 0, 0};
};

/// The scheme of the step that comes after `step` others: multistep methods begin with Euler (ab2) and second-order
/// Runge-Kutta (ab3), which lose no order.
Scheme scheme_of(const Parameters& parameters, std::int64_t step);

/// States that a step is made from.
int history_of(Integrator integrator);
/// Passes of the integrator's longest step.
int passes_of(Integrator integrator);
/// Order of accuracy in time.
int order_of(Integrator integrator);

/// The largest Fourier number with which no mode grows. The eigenvalues of S lie between −8 and 0, so that it is an
/// eighth of the length of the negative real axis in the method's stability region: for Runge-Kutta where |1 + z + … +
/// z^p/p!| first exceeds 1, for Adams-Bashforth where −1 is a root of the characteristic polynomial (Hairer and Wanner,
/// Solving Ordinary Differential Equations II, sections IV.2 and V.1).
double stability_limit(Integrator integrator);

/// The Fourier number that the parameters ask for.
double fourier_of(const Parameters& parameters);
/// Grid spacing, and the time of a step, in units of the square's side and of its square over the diffusivity.
double spacing_of(const Parameters& parameters);
double step_time_of(const Parameters& parameters);

}  // namespace heteroscope::heat
