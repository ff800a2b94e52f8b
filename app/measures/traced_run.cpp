#include "app/measures/traced_run.hpp"

#include <array>
#include <stop_token>

#include "app/measures/sampling.hpp"
#include "core/base/watch.hpp"
#include "core/numbers/difference.hpp"

namespace heteroscope {

namespace {

constexpr double patience_ms = 1500;  // for all runs

/// The computing times of each participant, run by run.
using LaneTimes = std::vector<std::vector<double>>;

/// The effort of the runs with a trace, or of those without. Fewer than six runs give no interval.
SamplingEffort effort_of(double left_ms) {
  return {.within = 0.002, .budget_ms = left_ms / 2, .least = 6, .most = 15, .at_most_ms = left_ms / 2};
}

}  // namespace

TracedRun run_traced(const Plan& plan, const std::stop_token& stop) {
  Executor executor;
  const Watch watch;
  // an iteration's frames all take the same steps
  const CacheState caches = plan.lanes.size() == 1 && plan.uses_gpu() ? CacheState::led_in : CacheState::as_it_is;
  const auto frame_of = [&](bool traced) {
    return executor.execute(plan, TimedRun{.trace = traced, .caches = caches}).value();
  };
  TracedRun out{.frame = frame_of(true), .cost = {}};
  const double once_ms = watch.ms();
  if (3 * once_ms > patience_ms) return out;
  const std::size_t lanes = plan.lanes.size();
  std::array<LaneTimes, 2> times{LaneTimes(lanes), LaneTimes(lanes)};  // without a trace, and with one
  const Samples none(effort_of(patience_ms - once_ms), once_ms);
  std::array<Samples, 2> samples{none, none};
  const bool finished = take_turns(samples, [&](std::size_t traced, int count) {
    for (int i = 0; i < count && !samples[traced].used_up(); ++i) {
      if (stop.stop_requested()) return false;
      const Watch run;
      Frame frame = frame_of(traced == 1);
      for (std::size_t lane = 0; lane < lanes; ++lane) times[traced][lane].push_back(frame.timing.lanes[lane].compute);
      samples[traced].add(frame.timing.compute(), run.ms());
      if (traced == 1) out.frame = std::move(frame);
    }
    return true;
  });
  for (std::size_t lane = 0; lane < lanes && finished; ++lane)
    out.cost.push_back(longer_by(median_time(times[1][lane]), median_time(times[0][lane])));
  return out;
}

}  // namespace heteroscope
