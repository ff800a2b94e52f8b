#include "kernels/laplace/convergence.hpp"

#include <array>
#include <cmath>
#include <string>

#include "core/model/variant.hpp"
#include "kernels/laplace/description.hpp"
#include "kernels/laplace/methods/methods.hpp"
#include "kernels/laplace/start.hpp"
#include "kernels/laplace/workload.hpp"

namespace heteroscope::laplace {

extern const Variant sequential;

namespace {

/// The residual to settle at: it leaves an error of less than 1e-9 on the finest grid, far below the grid's own.
constexpr double study_tolerance = 1e-12;

/// The power of the grid spacing with which the number of iterations grows (LeVeque, chapter 4): relaxations damp the
/// slowest mode by 1 − O(h²) a step, optimal overrelaxation and conjugate gradients by 1 − O(h), multigrid cycles by a
/// constant; the direct method is one step.
double order_of_iterations(Method method) {
  switch (method) {
    case Method::jacobi:
    case Method::red_black:
      return -2;
    case Method::sor:
    case Method::cg:
      return -1;
    case Method::multigrid:
    case Method::direct:
      break;
  }
  return 0;
}

Parameters studied_parameters(Method method, int n) {
  return {.n = n, .boundary = Boundary::sine, .method = method, .tolerance = study_tolerance};
}

/// The cost of settling a grid in arbitrary units, for the progress bar.
double cost_of(Method method, int n) {
  return std::pow(n, 2 - order_of_iterations(method));
}

}  // namespace

SettledField settle_in_fp64(const Parameters& parameters) {
  const MethodFacts& facts = facts_of(parameters.method);
  const Size size{parameters.n, parameters.n};
  std::vector<std::vector<double>> memory(static_cast<std::size_t>(facts.planes + facts.spares),
                                          std::vector<double>(static_cast<std::size_t>(size.area())));
  std::vector<FieldView> views;
  views.reserve(memory.size());
  for (auto& each : memory) views.push_back({each.data(), size, Precision::fp64});
  for (int i = 0; i < facts.planes; ++i)
    begin(parameters, {}, i, views[static_cast<std::size_t>(i)], {0, parameters.n}, 1);
  const std::any bound = parameters;
  const Settling& settling = *workload.iteration()->settling;
  double residual = 0;
  IterateJob job;
  job.parameters = &bound;
  job.rows = {0, size.height};
  job.planes = views;
  job.steps = settling.check_every(bound);
  job.measure = &residual;
  do {
    sequential.run(job);
    job.step += job.steps;
  } while (!settling.settled(bound, Precision::fp64, residual) && job.step < parameters.max_iterations);
  return {error_against_solution(views.front(), 1), error_against_grid_solution(views.front(), 1), job.step};
}

std::vector<Study> studies_over(std::span<const int> nodes, const Waiter& waiter) {
  std::vector<Study> out{{.id = "space",
                          .title = "Order in space",
                          .step_label = "grid spacing h",
                          .error_label = "L2 error against the solution",
                          .curves = {}},
                         {.id = "iterations",
                          .title = "Iterations until it has settled",
                          .step_label = "grid spacing h",
                          .error_label = "iterations until the residual is 1e-12",
                          .curves = {},
                          .counted = true}};
  double all = 0;
  for (std::size_t m = 0; m < std::size(method_ids); ++m) {
    for (const int n : nodes) all += cost_of(static_cast<Method>(m), n);
  }
  double done = 0;
  for (std::size_t m = 0; m < std::size(method_ids); ++m) {
    const auto method = static_cast<Method>(m);
    StudyCurve errors{.label = std::string(method_ids[m]), .expected_order = 2, .points = {}};
    StudyCurve iterations{
        .label = std::string(method_ids[m]), .expected_order = order_of_iterations(method), .points = {}};
    for (const int n : nodes) {
      waiter.tell({}, done / all);
      if (waiter.asked()) return out;
      const SettledField settled = settle_in_fp64(studied_parameters(method, n));
      const double spacing = 1.0 / (n - 1);
      errors.points.push_back({spacing, settled.error.l2});
      iterations.points.push_back({spacing, static_cast<double>(settled.iterations)});
      done += cost_of(method, n);
    }
    out[0].curves.push_back(std::move(errors));
    out[1].curves.push_back(std::move(iterations));
  }
  return out;
}

std::vector<Study> studies(const Waiter& waiter) {
  constexpr std::array nodes{9, 17, 33, 65, 129};
  return studies_over(nodes, waiter);
}

}  // namespace heteroscope::laplace
