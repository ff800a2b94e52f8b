#include "kernels/heat/errors/convergence.hpp"

#include <array>
#include <cmath>
#include <string>

#include "core/model/variant.hpp"
#include "kernels/heat/description.hpp"
#include "kernels/heat/errors/exact.hpp"
#include "kernels/heat/scheme.hpp"
#include "kernels/heat/start.hpp"

namespace heteroscope::heat {

extern const Variant sequential;

namespace {

constexpr std::array integrators{Integrator::euler, Integrator::rk2, Integrator::rk4, Integrator::ab2, Integrator::ab3};

std::string name_of_integrator(Integrator integrator) {
  return std::string(integrator_ids[static_cast<std::size_t>(integrator)]);
}

/// The largest power of 1/2 that is a stable Fourier number for the integrator.
double largest_halved(Integrator integrator) {
  double fourier = 1;
  while (fourier > stability_limit(integrator)) fourier /= 2;
  return fourier;
}

Parameters studied_parameters(Integrator integrator, int n, double fourier) {
  return {.n = n, .fourier = fourier, .integrator = integrator, .initial = Initial::sine};
}

/// The number of steps within a time; callers choose both so that it is a whole number.
std::int64_t steps_in(double time, const Parameters& parameters) {
  return std::llround(time / step_time_of(parameters));
}

}  // namespace

double sine_error(const Parameters& parameters, std::int64_t steps, double amplitude) {
  const Size size{parameters.n, parameters.n};
  const int history = history_of(parameters.integrator);
  const int planes = history + std::min(passes_of(parameters.integrator), 2);
  std::vector<std::vector<double>> memory(static_cast<std::size_t>(planes),
                                          std::vector<double>(static_cast<std::size_t>(size.area())));
  std::vector<FieldView> views;
  views.reserve(memory.size());
  for (auto& each : memory) views.push_back({each.data(), size, Precision::fp64});
  for (int i = 0; i < history; ++i) begin(parameters, {}, views[static_cast<std::size_t>(i)], {0, parameters.n}, 1);
  const std::any bound = parameters;
  constexpr std::int64_t at_once = 1 << 16;
  for (std::int64_t done = 0; done < steps;) {
    const std::int64_t now = std::min(steps - done, at_once);
    IterateJob job;
    job.parameters = &bound;
    job.rows = {0, size.height};
    job.planes = views;
    job.step = done;
    job.steps = static_cast<int>(now);
    sequential.run(job);
    done += now;
  }
  return error_against(amplitude, views.front(), 1).l2;
}

Study space_study(std::span<const int> nodes, const Waiter& waiter) {
  constexpr double time = 1.0 / 16;
  Study out{.id = "space",
            .title = "Order in space",
            .step_label = "grid spacing h",
            .error_label = "L2 error at t = 1/16",
            .curves = {}};
  // A curve's work grows with the fourth power of its nodes: progress is weighted by that.
  double all = 0;
  for (const int n : nodes) all += std::pow(n, 4);
  double done = 0;
  for (const Integrator integrator : integrators) {
    StudyCurve curve{.label = name_of_integrator(integrator), .expected_order = 2, .points = {}};
    for (const int n : nodes) {
      waiter.tell({}, done / (all * integrators.size()));
      if (waiter.asked()) return out;
      // All grids share one Fourier number, so a time step shrinks with the square of the spacing, and the error in
      // time falls at least as fast as the error in space.
      const Parameters p = studied_parameters(integrator, n, largest_halved(integrator) / 2);
      curve.points.push_back({spacing_of(p), sine_error(p, steps_in(time, p), exact_decay(time))});
      done += std::pow(n, 4);
    }
    out.curves.push_back(std::move(curve));
  }
  return out;
}

Study time_study(int halvings, const Waiter& waiter) {
  constexpr double time = 1.0 / 4;
  constexpr int n = 5;  // on finer grids stable steps are so short that rk4's error drowns in rounding
  Study out{.id = "time",
            .title = "Order in time",
            .step_label = "time step",
            .error_label = "L2 error at t = 1/4, without the grid's",
            .curves = {}};
  for (const Integrator integrator : integrators) {
    StudyCurve curve{.label = name_of_integrator(integrator),
                     .expected_order = static_cast<double>(order_of(integrator)),
                     .points = {}};
    double fourier = largest_halved(integrator);
    for (int i = 0; i <= halvings; ++i, fourier /= 2) {
      waiter.tell({}, static_cast<double>(out.curves.size()) / integrators.size());
      if (waiter.asked()) return out;
      const Parameters p = studied_parameters(integrator, n, fourier);
      curve.points.push_back({step_time_of(p), sine_error(p, steps_in(time, p), grid_decay(p, time))});
    }
    out.curves.push_back(std::move(curve));
  }
  return out;
}

std::vector<Study> studies(const Waiter& waiter) {
  constexpr std::array nodes{17, 33, 65, 129};
  constexpr int halvings = 4;
  constexpr double part_of_time = 0.01;
  std::vector<Study> out;
  const auto part = [&](double begin, double length) -> Waiter {
    return {.stop = waiter.stop,
            .progress = [=, &waiter](std::string_view, double share) { waiter.tell({}, begin + length * share); }};
  };
  out.push_back(time_study(halvings, part(0, part_of_time)));
  waiter.tell({}, part_of_time);
  if (waiter.asked()) return out;
  out.push_back(space_study(nodes, part(part_of_time, 1 - part_of_time)));
  return out;
}

}  // namespace heteroscope::heat
