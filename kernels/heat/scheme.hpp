#pragma once

#include <cstdint>

#include "kernels/heat/parameters.hpp"
#include "kernels/heat/step.hpp"

namespace heteroscope::heat {

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
