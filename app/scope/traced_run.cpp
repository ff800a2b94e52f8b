#include "app/scope/traced_run.hpp"

#include <algorithm>

#include "core/base/difference.hpp"
#include "core/base/watch.hpp"

namespace heteroscope {

namespace {

constexpr int most_turns = 15;
constexpr double patience_ms = 1500;  // for all turns

}  // namespace

TracedRun run_traced(const Plan& plan, const std::atomic<bool>* stop) {
  Executor executor;
  const Watch watch;
  // an iteration's frames all take the same steps
  const bool lead_in = plan.lanes.size() == 1 && plan.uses_gpu();
  const auto frame_of = [&](bool traced) {
    return executor.execute(plan, {.trace = traced, .lead_in = lead_in, .restart = true}).value();
  };
  TracedRun out{.frame = frame_of(true), .cost = {}};
  const double once_ms = watch.ms();
  const std::size_t lanes = plan.lanes.size();
  std::vector<std::vector<double>> with(lanes);
  std::vector<std::vector<double>> without(lanes);
  const int turns = std::min(most_turns, static_cast<int>((patience_ms - once_ms) / (2 * once_ms)));
  for (int i = 0; i < turns; ++i) {
    if (stop != nullptr && *stop) return out;
    const Frame plain = frame_of(false);
    out.frame = frame_of(true);
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      without[lane].push_back(plain.timing.lanes[lane].compute);
      with[lane].push_back(out.frame.timing.lanes[lane].compute);
    }
  }
  for (std::size_t lane = 0; lane < lanes && turns > 0; ++lane)
    out.cost.push_back(longer_by(median_time(with[lane]), median_time(without[lane])));
  return out;
}

}  // namespace heteroscope
