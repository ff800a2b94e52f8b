#include "kernels/nbody/drift.hpp"

#include <algorithm>
#include <cmath>

#include "core/model/variant.hpp"
#include "kernels/nbody/description.hpp"
#include "kernels/nbody/energy.hpp"
#include "kernels/nbody/start.hpp"
#include "kernels/nbody/state.hpp"

namespace heteroscope::nbody {

extern const Variant advance_sequential;

double energy_drift(const Parameters& parameters, int steps, int looks) {
  const Size size{columns, parameters.bodies};
  std::vector<double> memory[2];
  for (auto& each : memory) each.resize(static_cast<std::size_t>(size.area()));
  FieldView planes[2] = {{memory[0].data(), size, Precision::fp64}, {memory[1].data(), size, Precision::fp64}};
  begin(parameters, planes[0]);
  const double at_start = energy_of(parameters, planes[0], 1).total();
  const std::any bound = parameters;
  double worst = 0;
  for (int look = 0; look < looks; ++look) {
    IterateJob job;
    job.parameters = &bound;
    job.rows = {0, size.height};
    job.planes = planes;
    job.step = std::int64_t{steps} * look / looks;
    job.steps = static_cast<int>(std::int64_t{steps} * (look + 1) / looks - job.step);
    advance_sequential.run(job);
    const double now = energy_of(parameters, planes[0], 1).total();
    worst = std::max(worst, std::abs(now - at_start) / std::abs(at_start));
  }
  return worst;
}

std::vector<Study> studies(const Waiter& waiter) {
  constexpr int looks = 16;
  constexpr int longest = 5;  // time steps are powers of 1/2 from 1/32 on
  constexpr int shortest = 10;
  Study out{.id = "energy",
            .title = "Energy",
            .step_label = "time step",
            .error_label = "largest drift of the energy until t = 1",
            .curves = {}};
  double all = 0;
  for (int k = longest; k <= shortest; ++k) all += 2 * std::ldexp(1.0, k);
  double done = 0;
  for (const Start start : {Start::plummer, Start::disk}) {
    StudyCurve curve{
        .label = std::string(start_ids[static_cast<std::size_t>(start)]), .expected_order = 2, .points = {}};
    for (int k = longest; k <= shortest; ++k) {
      const Parameters parameters{.bodies = 64, .start = start, .softening = 0.2, .time_step = std::ldexp(1.0, -k)};
      curve.points.push_back({parameters.time_step, energy_drift(parameters, 1 << k, looks)});
      done += std::ldexp(1.0, k);
      waiter.tell({}, done / all);
      if (waiter.asked()) return {};
    }
    out.curves.push_back(std::move(curve));
  }
  return {std::move(out)};
}

}  // namespace heteroscope::nbody
