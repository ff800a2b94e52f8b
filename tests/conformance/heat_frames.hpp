#pragma once

#include <stdexcept>
#include <string_view>

#include "core/run/compare.hpp"
#include "core/run/execute.hpp"
#include "kernels/heat/description.hpp"
#include "kernels/heat/workload.hpp"
#include "kernels/registry.hpp"

/// Frames of the heat equation, for tests of what is in them.
namespace heteroscope::heat::testing {

inline constexpr Integrator integrators[] = {Integrator::euler, Integrator::rk2, Integrator::rk4, Integrator::ab2,
                                             Integrator::ab3};

inline std::string_view name_of(Integrator integrator) {
  return integrator_ids[static_cast<std::size_t>(integrator)];
}

inline Settings settings_of(int n, Integrator integrator, Initial initial, double fourier, std::int64_t steps) {
  Settings out = default_settings(workload);
  out.problem.parameters["n"] = n;
  out.problem.parameters["integrator"] = static_cast<double>(integrator);
  out.problem.parameters["initial"] = static_cast<double>(initial);
  out.problem.parameters["fourier"] = fourier;
  out.problem.precision = Precision::fp64;
  out.problem.steps = steps;
  return out;
}

inline Frame computed(Executor& executor, const Settings& settings) {
  const Planned planned = plan(settings, catalog(), device::facts());
  if (!planned) throw std::runtime_error(planned.refusal);
  return executor.execute(*planned.plan, {}).value();
}

inline Frame computed(const Settings& settings) {
  Executor executor;
  return computed(executor, settings);
}

inline bool same_bits(const Frame& a, const Frame& b) {
  return compare(a.field.host_view(), b.field.host_view()).equal();
}

}  // namespace heteroscope::heat::testing
