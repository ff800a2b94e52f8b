#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/model/suite.hpp"
#include "kernels/laplace/description.hpp"
#include "kernels/laplace/workload.hpp"

namespace heteroscope::laplace {

namespace {

/// The number of node updates that is worth waiting for in one run: about 20 s on a CPU core and 10 s on a GPU.
constexpr double most_updates_on_cpu = 2e10;
constexpr double most_updates_on_gpu = 2e12;

Values with(Method method, Cycle cycle = Cycle::v) {
  return {{"method", static_cast<double>(method)}, {"cycle", static_cast<double>(cycle)}};
}

/// The residual at which an iteration settles, to within a factor of 2.
double end_of(const std::any& parameters, Precision precision) {
  double residual = 1;
  while (residual > 1e-300 && !workload.iteration()->settling->settled(parameters, precision, residual)) residual /= 2;
  return 2 * residual;
}

/// The approximate number of steps of a relaxation that converges as Jacobi's does. At first the solution is a front
/// that diffuses from the boundary, u = erfc(x/√k) after k steps, with a residual of 4 ∂u/∂k, at most 0.97/k. In the
/// end the slowest mode is left, of amplitude 1/π under the boundary sin πy, with a residual of 2π²h²/π that decays
/// with μ = cos πh.
double jacobi_steps(double h, double end) {
  const double front = 0.97 / end;
  const double mode = std::log(2 * std::numbers::pi * h * h / end) / -std::log(std::cos(std::numbers::pi * h));
  return mode > 0 ? std::min(front, mode) : front;
}

/// The approximate number of steps until a method settles. With sor a residual of 1 decays with ω − 1 ≈ e^−2πh; cg
/// takes nearly as many steps.
double steps_of(const Parameters& p, double end) {
  const double h = 1.0 / (p.n - 1);
  switch (p.method) {
    case Method::jacobi:
      return jacobi_steps(h, end);
    case Method::red_black:
      return jacobi_steps(h, end) / 2;
    case Method::sor:
    case Method::cg:
      return std::log(1 / end) / (2 * std::numbers::pi * h);
    case Method::multigrid:
    case Method::direct:
      break;
  }
  return 0;
}

std::string too_long(const std::any& parameters, Precision precision, Processor processor) {
  const auto& p = std::any_cast<const Parameters&>(parameters);
  const double steps = std::min(steps_of(p, end_of(parameters, precision)), static_cast<double>(p.max_iterations));
  const double updates = steps * p.n * p.n;
  const double most = processor == Processor::gpu ? most_updates_on_gpu : most_updates_on_cpu;
  if (updates <= most) return {};
  return fmt::format(
      "{} at n = {} in {} takes about {:.2g} iterations, {:.2g} updates of nodes; that is too long "
      "(limit: {:g} on the {})",
      method_ids[static_cast<int>(p.method)], p.n, id_of(precision), steps, updates, most, id_of(processor));
}

}  // namespace

/// The suite `laplace-methods`: how long each method takes from the start until it has settled. Seed 003 sets the
/// problem as an exercise and publishes neither times nor conclusions, so there is none to check.
extern const Suite methods_suite;
const Suite methods_suite{
    .id = "laplace-methods",
    .summary =
        "laplace with each method on each processor: time to the tolerance. Nothing is published for "
        "comparison.",
    .workload = "laplace",
    .values = {{"n", 257}},
    .variants = {"sequential", "omp", "cuda"},
    .blocks = {},
    .scenes = {{"jacobi", with(Method::jacobi)},
               {"red_black", with(Method::red_black)},
               {"sor", with(Method::sor)},
               {"cg", with(Method::cg)},
               {"multigrid", with(Method::multigrid)},
               {"full_multigrid", with(Method::multigrid, Cycle::full)},
               {"direct", with(Method::direct)}},
    .too_long = too_long};

}  // namespace heteroscope::laplace
