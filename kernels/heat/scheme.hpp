#pragma once

#include <cstdint>

#include "kernels/heat/parameters.hpp"
#include "kernels/heat/step.hpp"

namespace heteroscope::heat {

/// The scheme of the step that follows `step` others. Multistep methods start up with one-step methods of sufficient
/// order: Euler for ab2, second-order Runge-Kutta for ab3.
Scheme scheme_of(const Parameters& parameters, std::int64_t step);

/// The number of passes over the grid in so many steps that follow `step` others.
int passes_of_steps(const Parameters& parameters, std::int64_t step, int steps);

/// How many states a step is computed from: 1 for one-step methods, 2 for ab2, 3 for ab3.
int history_of(Integrator integrator);
/// The number of passes over the grid in the integrator's longest step.
int passes_of(Integrator integrator);
/// The order of accuracy in time.
int order_of(Integrator integrator);

/// The largest Fourier number with which no mode grows. The eigenvalues of S lie between −8 and 0, so the limit is an
/// eighth of the stability interval on the negative real axis: for Runge-Kutta up to where |1 + z + … + z^p/p!| first
/// exceeds 1, for Adams-Bashforth up to where −1 is a root of the characteristic polynomial (Hairer and Wanner, Solving
/// Ordinary Differential Equations II, sections IV.2 and V.1).
double stability_limit(Integrator integrator);

/// The Fourier number that the parameters ask for.
double fourier_of(const Parameters& parameters);
/// The grid spacing in units of the square's side, and the length of a time step in units of side² / diffusivity.
double spacing_of(const Parameters& parameters);
double step_time_of(const Parameters& parameters);

}  // namespace heteroscope::heat
