#include "app/tune/measuring.hpp"

#include <chrono>

#include "core/base/failure.hpp"
#include "core/base/given_up.hpp"
#include "core/process/signals.hpp"

namespace heteroscope {

namespace {

constexpr double hopeless = 2;   // what takes longer than so many times the best is not measured longer
constexpr double short_ms = 50;  // of shorter ones a single run says little: whatever else goes on may have slowed it
constexpr int least_runs = 3;
constexpr int least_final_runs = 10;
constexpr double gpu_warmup_ms = 100;

/// The time of all stages that are searched; for an iteration that of the stage that takes the steps, as in a row of
/// `bench`.
double ms_of(const PlannedCase& one, const BenchRun& run) {
  if (one.plan.workload->iterates() || one.plan.stages.size() == 1) return run.ms;
  return run.timing.compute();
}

BenchEffort effort_within(double seconds, int least, double warmup_ms) {
  return {.sampling = {.runs = {}, .within = 0.002, .budget_ms = 1e3 * seconds, .least = least, .most = 2000},
          .warmup = 1,
          .gpu_warmup_ms = warmup_ms};
}

}  // namespace

MachineMeasurer::MachineMeasurer(const TuneCandidates& candidates, Catalog catalog, std::vector<device::Facts> devices,
                                 std::function<bool()> stopped)
    : candidates_(candidates),
      catalog_(catalog),
      devices_(std::move(devices)),
      stopped_(std::move(stopped)),
      runner_({}, stopped_),
      verifier_(catalog, devices_) {
  runner_.set_stop(EndOnRequest::token());
  verifier_.set_stop(EndOnRequest::token());
}

double MachineMeasurer::now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

PlannedCase MachineMeasurer::planned(std::size_t candidate) const {
  const Settings& settings = candidates_.settings[candidate];
  Planned planned = plan(settings, catalog_, devices_);
  if (!planned) throw BadInput(planned.refusal);
  const std::size_t stage = planned.plan->workload->main_index();
  return {
      {.scene = {}, .settings = settings, .variant = candidates_.space.text(candidate), .stage = stage, .skipped = {}},
      *std::move(planned.plan)};
}

TuneTime MachineMeasurer::time_of(const PlannedCase& one, const CaseRuns& runs) const {
  std::vector<double> ms;
  for (const BenchRun& each : runs.runs) ms.push_back(ms_of(one, each));
  return {.ms = statistics(ms).median,
          .interval = median_interval(ms),
          .runs = static_cast<int>(ms.size()),
          .failure = {},
          .others = runs.others};
}

TuneTime MachineMeasurer::measure(std::size_t candidate, double seconds, std::optional<double> ms_to_beat) {
  TuneTime out;
  const Failure failed = attempt([&] {
    const PlannedCase one = planned(candidate);
    const bool on_gpu = one.plan.uses_gpu();
    BenchEffort once = effort_within(0, 1, on_gpu && !warm_ ? gpu_warmup_ms : 0);
    once.sampling.runs = 1;
    warm_ = warm_ || on_gpu;
    runner_.set_effort(once);
    const std::vector<CaseRuns> first = runner_.run({&one, 1});
    if (first.empty()) return;
    out = time_of(one, first.front());
    const auto is_hopeless = [&] { return ms_to_beat && out.ms > hopeless * *ms_to_beat; };
    if (is_hopeless() && out.ms < short_ms) {
      once.sampling.runs = least_runs;
      runner_.set_effort(once);
      const std::vector<CaseRuns> again = runner_.run({&one, 1});
      if (again.empty()) return;
      out = time_of(one, again.front());
    }
    if (is_hopeless()) return;
    runner_.set_effort(effort_within(seconds, least_runs, 0));
    const std::vector<CaseRuns> runs = runner_.run({&one, 1});
    if (!runs.empty()) out = time_of(one, runs.front());
  });
  if (failed.kind == Failure::Kind::device_lost) throw DeviceError(failed.line);
  if (failed) out.failure = failed.line;
  if (!failed && out.runs == 0) throw GivenUp{};
  return out;
}

std::vector<TuneTime> MachineMeasurer::measure_in_turns(std::span<const std::size_t> candidates, double seconds) {
  std::vector<PlannedCase> cases;
  for (const std::size_t each : candidates) cases.push_back(planned(each));
  runner_.set_effort(effort_within(seconds, least_final_runs, 0));
  const std::vector<CaseRuns> runs = runner_.run(cases);
  std::vector<TuneTime> out;
  for (std::size_t i = 0; i < runs.size(); ++i) out.push_back(time_of(cases[i], runs[i]));
  return out;
}

std::string MachineMeasurer::difference(std::size_t candidate) {
  if (!candidates_.incomparable.empty()) return {};
  const CaseResult result = verifier_.run(candidates_.settings[candidate]);
  return result.outcome == Outcome::passed ? std::string() : failure_text(result);
}

}  // namespace heteroscope
