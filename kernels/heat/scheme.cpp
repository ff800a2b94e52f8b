#include "kernels/heat/scheme.hpp"

#include <cmath>

namespace heteroscope::heat {

namespace {

struct Method {
  int order;
  int history;
  double a[most_terms];  // the weights of a multistep method
};

Method method_of(Integrator integrator) {
  switch (integrator) {
    case Integrator::rk2:
      return {2, 1, {1, 0, 0}};
    case Integrator::rk4:
      return {4, 1, {1, 0, 0}};
    case Integrator::ab2:
      return {2, 2, {1.5, -0.5, 0}};
    case Integrator::ab3:
      return {3, 3, {23.0 / 12, -16.0 / 12, 5.0 / 12}};
    case Integrator::euler:
      break;
  }
  return {1, 1, {1, 0, 0}};
}

Scheme runge_kutta(int order, double fourier) {
  Scheme scheme{.passes = order};
  for (int j = 0; j < order; ++j) scheme.c[j] = fourier / (order - j);
  return scheme;
}

/// The growth |1 + z + … + z^p/p!| of a mode in one step, at z = −s.
double growth(int order, double s) {
  double sum = 1;
  for (int j = order; j >= 1; --j) sum = 1 - s / j * sum;
  return std::abs(sum);
}

/// The s up to which a Runge-Kutta method is stable: where its growth first exceeds 1, found by bisection.
double runge_kutta_interval(int order) {
  double inside = 1;
  double outside = 4;
  while (outside - inside > 1e-15 * outside) {
    const double middle = 0.5 * (inside + outside);
    if (middle <= inside || middle >= outside) break;
    (growth(order, middle) <= 1 ? inside : outside) = middle;
  }
  return inside;
}

}  // namespace

Scheme scheme_of(const Parameters& parameters, std::int64_t step) {
  const Method method = method_of(parameters.integrator);
  const double fourier = fourier_of(parameters);
  if (method.history == 1) return runge_kutta(method.order, fourier);
  if (step < method.history - 1) return runge_kutta(method.order - 1, fourier);
  Scheme scheme{.passes = 1, .c = {fourier}, .terms = method.history};
  for (int i = 0; i < method.history; ++i) scheme.a[i] = method.a[i];
  return scheme;
}

int passes_of_steps(const Parameters& parameters, std::int64_t step, int steps) {
  int passes = 0;
  for (int i = 0; i < steps; ++i) passes += scheme_of(parameters, step + i).passes;
  return passes;
}

int history_of(Integrator integrator) {
  return method_of(integrator).history;
}

int passes_of(Integrator integrator) {
  const Method method = method_of(integrator);
  return method.history == 1 ? method.order : method.order - 1;
}

int order_of(Integrator integrator) {
  return method_of(integrator).order;
}

double stability_limit(Integrator integrator) {
  const Method method = method_of(integrator);
  constexpr double largest_eigenvalue = 8;
  // The first two orders end at exactly 2, which bisection may miss by a unit in the last place.
  if (method.history == 1 && method.order <= 2) return 2 / largest_eigenvalue;
  static const double of_rk4 = runge_kutta_interval(4);  // computed once: schemes ask for it at every step
  if (method.history == 1) return of_rk4 / largest_eigenvalue;
  // The root ξ = −1 of the characteristic polynomial is reached at z = (ξ − 1) / (a₀ + a₁/ξ + a₂/ξ²).
  return 2 / (method.a[0] - method.a[1] + method.a[2]) / largest_eigenvalue;
}

double fourier_of(const Parameters& parameters) {
  return parameters.fourier > 0 ? parameters.fourier : 0.9 * stability_limit(parameters.integrator);
}

double spacing_of(const Parameters& parameters) {
  return 1.0 / (parameters.n - 1);
}

double step_time_of(const Parameters& parameters) {
  return fourier_of(parameters) * spacing_of(parameters) * spacing_of(parameters);
}

}  // namespace heteroscope::heat
