#include <algorithm>

#include "core/device/device.hpp"
#include "core/run/iteration/iterate.hpp"

namespace heteroscope {

namespace {

const Settling& settling_of(const Plan& plan) {
  return *plan.workload->iteration()->settling;
}

}  // namespace

std::vector<double> IterationStore::measured_in(const StageContext& context, std::span<const MeasureBuffer> buffers) {
  std::vector<double> out;
  for (std::size_t i = 0; i < buffers.size(); ++i) {
    std::vector<double> of_participant = buffers[i].host;
    if (buffers[i].gpu != nullptr) {
      const device::Stream& stream = context.participants[i].gpu->stream();
      device::copy(of_participant.data(), buffers[i].gpu->device(), sizeof(double) * of_participant.size(),
                   device::Direction::to_host, stream);
      stream.synchronize();
    }
    out.resize(std::max(out.size(), of_participant.size()));
    for (std::size_t k = 0; k < of_participant.size(); ++k) {
      const double value = of_participant[k];
      if (value > out[k] || value != value) out[k] = value;  // a NaN stays one
    }
  }
  if (context.how.peers != nullptr) {
    for (double& each : out) each = context.how.peers->largest(each);
  }
  const Plan& plan = context.plan;
  const auto end = std::ranges::find_if(out, [&](double value) {
    return settling_of(plan).settled(plan.parameters, plan.settings.problem.precision, value);
  });
  if (end != out.end()) out.erase(end + 1, out.end());  // no round came after it
  return out;
}

void IterationStore::note(const StageContext& context, State& state, std::span<const double> measured, int steps,
                          double ms) {
  const Plan& plan = context.plan;
  for (std::size_t i = 0; i < measured.size(); ++i) {
    const auto rounds = static_cast<std::int64_t>(i) + 1;
    const double share = static_cast<double>(rounds) / static_cast<double>(measured.size());
    state.measured.push_back({.step = state.step + rounds * steps, .value = measured[i], .ms = state.ms + share * ms});
    state.settled = settling_of(plan).settled(plan.parameters, plan.settings.problem.precision, measured[i]);
  }
}

}  // namespace heteroscope
