#include "app/measures/traced_run.hpp"

#include <fmt/format.h>

#include <array>
#include <span>

#include "app/measures/sampling.hpp"
#include "core/base/watch.hpp"
#include "core/numbers/difference.hpp"

namespace heteroscope {

namespace {

constexpr double patience_ms = 1500;  // for all runs
constexpr int most_of_each = 15;      // frames with a trace, and without

/// The computing times of each participant, run by run.
using ParticipantTimes = std::vector<std::vector<double>>;

/// The effort of the runs with a trace, or of those without. Fewer than six runs give no interval.
SamplingEffort sampling_in(double left_ms) {
  return {.within = 0.002, .budget_ms = left_ms / 2, .least = 6, .most = most_of_each, .at_most_ms = left_ms / 2};
}

/// "frame 12 of 30": the next one, of those with and without a trace, if all of them are needed.
void tell_frame(const Waiter& waiter, std::span<const Samples, 2> samples) {
  const std::size_t there = samples[0].all().size() + samples[1].all().size();
  waiter.tell(fmt::format("frame {} of {}", there + 1, 2 * most_of_each),
              (samples[0].share() + samples[1].share()) / 2);
}

}  // namespace

TracedRun run_traced(const Plan& plan, const Waiter& waiter) {
  Executor executor;
  const Watch watch;
  // an iteration's frames all take the same steps
  const CacheState caches =
      plan.participants.size() == 1 && plan.uses_gpu() ? CacheState::led_in : CacheState::as_it_is;
  const auto frame_of = [&](bool traced) {
    return executor.execute(plan, TimedRun{.trace = traced, .caches = caches}).value();
  };
  TracedRun out{.frame = frame_of(true), .cost = {}};
  const double once_ms = watch.ms();
  if (3 * once_ms > patience_ms) return out;
  const std::size_t participants = plan.participants.size();
  std::array<ParticipantTimes, 2> times{ParticipantTimes(participants),
                                        ParticipantTimes(participants)};  // without a trace, and with one
  const Samples none(sampling_in(patience_ms - once_ms), once_ms);
  std::array<Samples, 2> samples{none, none};
  const bool finished = take_turns(samples, [&](std::size_t traced, int count) {
    for (int i = 0; i < count && !samples[traced].used_up(); ++i) {
      tell_frame(waiter, samples);
      if (waiter.asked()) return false;
      const Watch run;
      Frame frame = frame_of(traced == 1);
      for (std::size_t participant = 0; participant < participants; ++participant)
        times[traced][participant].push_back(frame.timing.participants[participant].compute);
      samples[traced].add(frame.timing.compute(), run.ms());
      if (traced == 1) out.frame = std::move(frame);
    }
    return true;
  });
  for (std::size_t participant = 0; participant < participants && finished; ++participant)
    out.cost.push_back(longer_by(median_time(times[1][participant]), median_time(times[0][participant])));
  return out;
}

}  // namespace heteroscope
