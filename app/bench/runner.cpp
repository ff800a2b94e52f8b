#include "app/bench/runner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "app/bench/own_check.hpp"
#include "core/base/error.hpp"
#include "core/base/given_up.hpp"
#include "core/device/cpu/cpu_state.hpp"
#include "core/verify/reference_result.hpp"

namespace heteroscope {

namespace {

/// A kernel slower than this hides the way to its start by itself.
constexpr double slow_gpu_ms = 20;

bool settles(const Plan& plan) {
  return plan.workload->iterates() && plan.workload->settles();
}

/// The time of the row's stage. If it is the only stage, merging the participants' rows is included, and in an
/// iteration the exchange of rows between them.
double compute_ms(const Frame& frame, std::size_t stage) {
  double computing = 0;
  for (const ParticipantTime& each : frame.timing.participants) computing = std::max(computing, each.stages[stage]);
  const bool a_step = frame.plan.stages[stage].stage->iteration() != nullptr;
  if (a_step) return computing + (frame.plan.participants.size() > 1 ? frame.timing.copies : 0);
  return computing + (frame.plan.stages.size() == 1 ? frame.timing.merge : 0);
}

BenchRun run_in(const Frame& frame, const PlannedCase& of) {
  return {.ms = compute_ms(frame, of.what.stage), .timing = frame.timing, .sharing = frame.sharing};
}

/// What settles has launches enough that the first hardly counts. An iteration that several participants share has no
/// launch ahead, whoever asks for it: all of them would have to go back to its start.
bool may_lead_in(const Plan& plan, double first_ms) {
  return plan.uses_gpu() && !settles(plan) && first_ms < slow_gpu_ms;
}

/// What is measured no more.
Samples no_more() {
  return {SamplingEffort{.runs = 0}, 0};
}

/// Calls `work()`. A fault of the case's variant is noted, and it is measured no more.
void unless_it_fails(CaseRuns& runs, Samples& samples, const std::function<void()>& work) {
  try {
    work();
  } catch (const VariantFault& fault) {
    runs.fault = fault.what();
    samples = no_more();
  }
}

}  // namespace

Statistics statistics_of(const std::vector<BenchRun>& runs, const std::function<double(const BenchRun&)>& of) {
  std::vector<double> values;
  values.reserve(runs.size());
  for (const BenchRun& each : runs) values.push_back(of(each));
  return statistics(values);
}

std::optional<Interval> interval_of(const std::vector<BenchRun>& runs) {
  std::vector<double> values;
  values.reserve(runs.size());
  for (const BenchRun& each : runs) values.push_back(each.ms);
  return median_interval(values);
}

std::vector<CaseRuns> Runner::run(std::span<const PlannedCase> cases) {
  std::vector<CaseRuns> out = run_until_stopped(cases);
  for (const CaseRuns& each : out) {
    if (!each.fault.empty()) throw VariantFault(each.fault);
  }
  return std::ranges::all_of(out, &CaseRuns::complete) ? out : std::vector<CaseRuns>();
}

std::vector<CaseRuns> Runner::run_until_stopped(std::span<const PlannedCase> cases) {
  std::vector<CaseRuns> out;
  others_.begin(gpus_of(cases));
  try {
    measure(cases, out);
  } catch (const GivenUp&) {
    // those that were not begun, or not ended, are not complete
  }
  const TakenByOthers taken = others_.end();
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i].others.cpu = taken.cpu;
    if (cases[i].plan.uses_gpu()) out[i].others.gpu = taken.gpu;
  }
  return out;
}

Samples Runner::begin(const PlannedCase& one, CaseRuns& runs) {
  const double start = now_();
  runs.first = first_run(one);
  const double first_ms = since(start);
  runs.first_counts = share_ms_ && first_ms >= *share_ms_;
  if (!runs.first_counts) {
    warm_up(one, runs.first.wall_ms);
    settle(one);
  }
  Samples out(effort_after(since(start)), runs.first.wall_ms);
  if (!runs.first_counts) return out;
  runs.runs.push_back(runs.first.run);
  out.add(runs.first.run.ms, first_ms);
  return out;
}

void Runner::look_again(const PlannedCase& one, const CaseRuns& runs) {
  const std::vector<const Variant*> own = own_variants_of(one.plan);
  const bool is_known_as_wrong = runs.first.agreement && runs.first.agreement->differing > 0;
  if (own.empty() || runs.first_counts || is_known_as_wrong) return;
  executor_.trim();
  if (are_alike(one.plan, runs.first.result, execute(one.plan, true, CacheState::as_it_is).summary)) return;
  throw VariantFault(fmt::format(
      "{}: after its time was measured, it computed a different result than before; each run must compute the same",
      own.front()->own_id));
}

/// Of a large problem the reference takes long: it is computed where it has been for the case's first run.
void Runner::compute_another_problem(const PlannedCase& one, const CaseRuns& runs) {
  const std::vector<const Variant*> own = own_variants_of(one.plan);
  const bool agrees = one.what.expected || (runs.first.agreement && runs.first.agreement->differing == 0);
  const bool alone = one.plan.participants.size() == 1 && !one.plan.participants.front().is_elsewhere();
  if (own.empty() || runs.first_counts || !agrees || !alone) return;
  const ReferenceResult& expected = references_.of_other_problem(one.plan, other_problem_, stop_);
  execute(one.plan, false, CacheState::as_it_is);  // the other problem follows on it as on any run that was timed
  const Frame found = execute(one.plan, false, CacheState::as_it_is, other_problem_);
  const CaseResult result = compared_with(expected, found, found.field.with_host_copy());
  if (result.outcome != Outcome::failed) return;
  throw VariantFault(fmt::format(
      "{}: in a measured run with other values it computes a different result than the reference, as if it kept an "
      "earlier result or left out work: {}",
      own.front()->own_id, failure_text(result)));
}

void Runner::measure_beside(const PlannedCase& one, CaseRuns& runs) {
  if (one.what.whole_call) runs.whole_ms = whole_calls(one);
  if (wants_cold(one)) runs.cold_ms = cold_runs(one, runs.first.wall_ms);
}

/// A case's first run and those that warm it up count as a tenth of its times, and all that is measured beside these as
/// long as they are.
void Runner::note_part(std::span<const PlannedCase> cases, std::span<const double> shares, std::size_t beside) {
  constexpr double beginning = 0.1;
  double times = 0;
  for (const double each : shares) times += beginning + (1 - beginning) * each;
  const auto more =
      static_cast<std::size_t>(std::ranges::count_if(cases, [&](const PlannedCase& each) { return wants_more(each); }));
  part_ = (times + static_cast<double>(beside)) / static_cast<double>(cases.size() + more);
}

void Runner::measure(std::span<const PlannedCase> cases, std::vector<CaseRuns>& out) {
  part_ = 0;
  std::vector<Samples> samples;
  std::vector<double> shares;  // of these that are there
  for (const PlannedCase& each : cases) {
    if (stopped_()) return out.clear();
    CaseRuns& runs = out.emplace_back();
    samples.push_back(no_more());
    unless_it_fails(runs, samples.back(), [&] { samples.back() = begin(each, runs); });
    shares.push_back(samples.back().share());
    note_part(cases, shares, 0);
  }
  const auto turn = [&](std::size_t i, int count) {
    const CacheState caches =
        may_lead_in(cases[i].plan, out[i].first.run.ms) ? CacheState::led_in : CacheState::as_it_is;
    // another row has filled the caches with its own
    if (count > 1 && cases.size() > 1 && caches != CacheState::led_in) execute(cases[i].plan, false, caches);
    for (int k = 0; k < count && !samples[i].used_up(); ++k) {
      if (stopped_()) return false;
      const double start = now_();
      out[i].runs.push_back(run_of(cases[i], caches));
      samples[i].add(out[i].runs.back().ms, since(start));
    }
    look_at_clocks(cases[i].plan, out[i]);
    return true;
  };
  bool finished = false;
  try {
    finished = take_turns(samples, [&](std::size_t i, int count) {
      bool goes_on = true;
      unless_it_fails(out[i], samples[i], [&] { goes_on = turn(i, count); });
      // not between the runs of a turn: each finds in the caches what the one before has left there
      shares[i] = samples[i].share();
      note_part(cases, shares, 0);
      return goes_on;
    });
  } catch (const GivenUp&) {
    // others may have enough runs
  }
  for (std::size_t i = 0, beside = 0; i < cases.size(); ++i) {
    const bool more = wants_more(cases[i]);
    if (finished && out[i].fault.empty()) {
      unless_it_fails(out[i], samples[i], [&] {
        compute_another_problem(cases[i], out[i]);
        look_again(cases[i], out[i]);
        measure_beside(cases[i], out[i]);
      });
    }
    note_part(cases, shares, more ? ++beside : beside);
    out[i].others.counts_cpu = cases[i].plan.uses_cpu() || cases[i].what.whole_call;
    out[i].complete = out[i].fault.empty() && samples[i].enough() && !(more && stopped_());
  }
}

std::vector<std::string> Runner::gpus_of(std::span<const PlannedCase> cases) {
  std::vector<std::string> out;
  for (const PlannedCase& each : cases) {
    for (const Participant& participant : each.plan.participants) {
      if (!participant.is_gpu()) continue;
      const std::string& address = clocks_.address_of(participant.device);
      if (std::ranges::find(out, address) == out.end()) out.push_back(address);
    }
  }
  return out;
}

Frame Runner::execute(const Plan& plan, bool summarize, CacheState caches,
                      const std::optional<std::uint32_t>& other_problem) {
  auto frame =
      executor_.execute(plan, TimedRun{.destination = plan.uses_gpu() ? Destination::device : Destination::host,
                                       .summarize = summarize,
                                       .caches = caches,
                                       .stop = stop_,
                                       .other_problem = other_problem});
  if (!frame) throw GivenUp{};
  return *std::move(frame);
}

/// It is never counted. Its result is given back, so that the next runs write to memory that has been written to.
FirstRun Runner::first_run(const PlannedCase& one) {
  const Plan& plan = one.plan;
  const double start = now_();
  const Frame first = execute(plan, true, CacheState::as_it_is);
  const double wall_ms = since(start);
  if (one.what.expected && !are_alike(plan, *one.what.expected, first.summary)) {
    throw VariantFault(fmt::format("{}: in a measured run it computes a different result than the reference",
                                   own_variants_of(plan).front()->own_id));
  }
  const Stage& measured = *plan.stages[one.what.stage].stage;
  const std::optional<Agreement> agreement = one.what.compared ? references_.with(first, stop_) : std::nullopt;
  if (one.what.compared && !agreement) throw GivenUp{};
  return {.run = run_in(first, one),
          .wall_ms = wall_ms,
          .work = measured.work == nullptr
                      ? first.work
                      : measured.work(plan.parameters, plan.extent(), plan.settings.problem.precision),
          .steps = first.timing.steps,
          .settled = settles(plan) ? std::optional(first.settled) : std::nullopt,
          .result = first.summary,
          .agreement = agreement};
}

BenchRun Runner::run_of(const PlannedCase& one, CacheState caches) {
  return run_in(execute(one.plan, false, caches), one);
}

SamplingEffort Runner::effort_after(double ms) const {
  SamplingEffort out = effort_.sampling;
  if (share_ms_) out.at_most_ms = std::max(0.0, *share_ms_ - ms);
  return out;
}

/// The first run also finds what its result comes to, and memory that nobody has written to: the last of those after it
/// says better what one takes.
void Runner::warm_up(const PlannedCase& one, double& wall_ms) {
  if (wall_ms > slow_ms) return;
  const double start = now_();
  for (int i = 1; i < effort_.warmup || (one.plan.uses_gpu() && since(start) < effort_.gpu_warmup_ms); ++i) {
    const double began = now_();
    execute(one.plan, false, CacheState::as_it_is);
    wall_ms = since(began);
  }
}

/// While nothing is timed: a GPU's clock does not fall as fast as it is asked.
void Runner::look_at_clocks(const Plan& plan, CaseRuns& out) {
  if (plan.uses_gpu()) clocks_.look_at_gpu(plan.participants.front().device, out.gpu_clock);
  if (plan.uses_cpu()) out.cpu_clock.add(cpu_state());
}

std::vector<double> Runner::sampled(double expected_ms, const std::function<double()>& run) {
  Samples samples(effort_after(0), expected_ms);
  while (!samples.enough() && !stopped_()) {
    const double start = now_();
    const double ms = run();
    samples.add(ms, since(start));
  }
  return {samples.all().begin(), samples.all().end()};
}

std::vector<double> Runner::cold_runs(const PlannedCase& one, double expected_ms) {
  return sampled(expected_ms, [&] { return run_of(one, CacheState::cold).ms; });
}

/// As a program would that computes a result once and keeps it in an array of its own: memory is asked for anew, what a
/// GPU has computed is copied into the array, whichever memory it lies in, and memory is given back.
std::vector<double> Runner::whole_calls(const PlannedCase& one) {
  const bool copied = one.plan.uses_gpu();
  const Extent& shape = one.plan.output;
  const std::size_t bytes = static_cast<std::size_t>(shape.size.area()) * bytes_of(shape.precision);
  const Buffer array(MemoryKind::host, copied ? bytes : 0);
  std::memset(array.host(), 0, array.bytes());  // its pages are there before the first call, too
  const TimedRun once{
      .destination = copied ? Destination::device : Destination::host, .summarize = false, .stop = stop_};
  return sampled(0, [&] {
    executor_.trim();
    const double start = now_();
    {
      const std::optional<Frame> frame = executor_.execute(one.plan, once);
      if (!frame) throw GivenUp{};
      if (copied) frame->field.copy_out(array.host());
    }
    executor_.trim();
    return since(start);
  });
}

/// Until frames are shared as they will be.
void Runner::settle(const PlannedCase& one) {
  constexpr int most = 40;
  const Sharing sharing = one.plan.settings.execution.sharing;
  if (one.plan.participants.size() < 2 || (sharing != Sharing::automatic && sharing != Sharing::bisection)) return;
  constexpr int frames_at_rest = 12;  // participants are tried and sent to rest again on the way
  for (int i = 0, settled = 0; i < most && settled < frames_at_rest; ++i)
    settled = run_of(one, CacheState::as_it_is).sharing.settled ? settled + 1 : 0;
}

}  // namespace heteroscope
