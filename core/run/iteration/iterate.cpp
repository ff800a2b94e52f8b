#include "core/run/iteration/iterate.hpp"

#include <algorithm>
#include <utility>

#include "core/base/watch.hpp"
#include "core/device/device.hpp"
#include "core/plan/iterate_limits.hpp"
#include "core/run/iteration/checkpoint_store.hpp"
#include "core/run/iteration/plane_rows.hpp"
#include "core/run/iteration/told_steps.hpp"
#include "core/run/shares/gather.hpp"

namespace heteroscope {

namespace {

constexpr int steady_multiple = 16;  // variants that take several steps a pass do best with such numbers
constexpr std::int64_t most_at_once = 1 << 20;
constexpr std::int64_t most_rounds = 1 << 12;

const Iteration& iteration_of(const Plan& plan) {
  return *plan.workload->iteration();
}

bool host_has_rows(const Plan& plan) {
  return plan.uses_cpu() && !plan.parts.front().back().empty();
}

/// Whether what computes can take several rounds of steps in one go, since it looks at its measure by itself: one
/// participant that has all rows.
bool repeats(const StageContext& context, std::int64_t step) {
  const Plan& plan = context.plan;
  if (participants_with_rows(plan) != 1 || context.how.peers != nullptr || context.how.trace) return false;
  const PlannedStage& stage = plan.stages.front();
  const Variant* const variant = host_has_rows(plan) ? stage.cpu : stage.gpu;
  return variant->repeats != nullptr && variant->repeats(plan.parameters, step);
}

/// Rows that a stroke can change.
Rows rows_of(const Stroke& stroke, int height) {
  const double span = height - 1;
  return {static_cast<int>(std::max(0.0, (stroke.y - stroke.radius) * span)),
          static_cast<int>(std::min(span, (stroke.y + stroke.radius) * span + 1)) + 1};
}

}  // namespace

IterationStore::Key IterationStore::key_of(const Plan& plan) {
  return {.start = start_of(plan.problem, *plan.workload), .image = plan.source_image};
}

IterationStore::Way IterationStore::way_of(const Plan& plan) {
  const PlannedStage& stage = plan.stages.front();
  return {.gpu = stage.gpu,
          .cpu = stage.cpu,
          .block = stage.block,
          .memory = plan.settings.execution.memory,
          .threads = plan.threads,
          .participants = plan.participants,
          .parts = plan.parts.front()};
}

bool IterationStore::is_of(const State& state, const Plan& plan) {
  const std::vector<Stroke>& strokes = plan.settings.problem.strokes;
  const std::size_t painted = state.painted.size();
  if (!(state.key == key_of(plan)) || !(state.planes.held() == plan.held_rows())) return false;
  if (painted > strokes.size()) return false;
  if (!std::equal(state.painted.begin(), state.painted.end(), strokes.begin())) return false;
  return painted == strokes.size() || strokes[painted].step >= state.step;
}

std::unique_ptr<IterationStore::State> IterationStore::start(const StageContext& context) const {
  const Plan& plan = context.plan;
  const Iteration& iteration = iteration_of(plan);
  auto state =
      std::make_unique<State>(State{.key = key_of(plan),
                                    .planes = {pool_, plan.state, plan.held_rows(), iteration.planes(plan.parameters),
                                               iteration.spares(plan.parameters), context.how.spoil}});
  begin(context, *state);
  return state;
}

void IterationStore::begin(const StageContext& context, State& state) {
  const Plan& plan = context.plan;
  state.planes.reset();
  const std::span<FieldView> planes = state.planes.host(plan.uses_gpu());
  const std::optional<std::uint32_t>& other_problem = context.how.other_problem;
  if (state.start_is_other && (!context.how.other_input || other_problem)) state.start_on_host = false;
  if (!state.start_on_host) {
    const Field image = plan.reads_source() ? context.participants.front().input.with_host_copy() : Field();
    for (int i = 0; i < state.planes.state(); ++i) {
      iteration_of(plan).begin(plan.parameters, image.host_view(), i, planes[static_cast<std::size_t>(i)],
                               state.planes.held(), plan.threads);
    }
  }
  state.start_on_host = !other_problem;
  state.start_is_other = context.how.other_input;
  if (context.how.other_input) state.planes.change_state(OtherValues(other_problem));
  state.step = 0;
  state.painted.clear();
  state.measured.clear();
  state.ms = 0;
  state.settled = false;
}

std::unique_ptr<IterationStore::State> IterationStore::restarted(const StageContext& context) {
  std::unique_ptr<State> state = std::move(state_);
  if (state != nullptr && !(state->key == key_of(context.plan) && state->planes.held() == context.plan.held_rows()))
    state.reset();  // its memory goes back to the pool first
  if (state == nullptr) {
    state = start(context);
  } else {
    begin(context, *state);
  }
  std::vector<IterateJob> jobs(context.plan.participants.size());
  share_out(context.plan, state->planes, 0, jobs);
  return state;
}

/// As many steps as can be taken at once: up to the next measurement (or whole rounds of steps, where the variant looks
/// at its measure by itself) or exchange, no more than a display's GPU may take in one launch, and where a cancel is to
/// be looked for no more than fill a chunk.
int IterationStore::worth_taking(const StageContext& context, const State& state, std::int64_t left) const {
  const Plan& plan = context.plan;
  // the second step of a job finds in a spare plane what the job has begun with there
  if (context.how.spoil_steps && is_cut(context.how)) return 1;
  std::int64_t most = std::min(left, most_at_once);
  if (pace_) most = std::min(most, std::max<std::int64_t>(1, pace_->next() - state.step));
  std::int64_t round = 0;  // steps from one measurement to the next, where there may be several rounds
  if (const auto& settling = iteration_of(plan).settling) {
    const int every = settling->check_every(plan.parameters);
    const std::int64_t begun = state.step % every;
    if (begun == 0 && repeats(context, state.step)) round = every;
    most = std::min(most, round > 0 ? round * most_rounds : every - begun);
  }
  const auto whole = [&](std::int64_t steps) {
    return static_cast<int>(round > 0 && steps > round ? steps - steps % round : steps);
  };
  if ((participants_with_rows(plan) > 1 || plan.band) && !participants_exchange(plan)) {
    const int reach = std::max(1, iteration_of(plan).reach(plan.parameters));
    int rows = rows_between_exchanges;
    if (plan.band) rows = std::min(rows, plan.band->thinnest);  // a neighbor has no more
    most = std::min<std::int64_t>(most, std::max(1, rows / reach));
  }
  const double step_ms = state.way == way_of(plan) ? state.step_ms : 0;
  for (const Participant& each : plan.participants) {
    if (!each.is_gpu()) continue;
    const device::Use use(each.device);
    most = std::min(most, steps_within_launch_limit(step_ms, device::facts()));
  }
  if (context.how.most_band > 0) most = std::min<std::int64_t>(most, context.how.most_band);
  if (!is_cut(context.how)) return whole(most);
  if (step_ms == 0) return 1;
  auto steps = static_cast<std::int64_t>(std::clamp(chunk_ms / step_ms, 1.0, static_cast<double>(most)));
  if (steps > steady_multiple && steps < most) steps -= steps % steady_multiple;
  return whole(steps);
}

void IterationStore::share_out(const Plan& plan, StatePlanes& planes, int steps, std::span<IterateJob> jobs) {
  const Parts& parts = plan.parts.front();
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    if (parts[i].empty()) continue;
    const Participant& participant = plan.participants[i];
    jobs[i].planes = participant.is_gpu() ? planes.gpu(participant.device, plan.settings.execution.memory)
                                          : planes.host(plan.uses_gpu());
  }
  planes.share_out(plan.participants, parts);
  if (participants_with_rows(plan) > 1 && !participants_exchange(plan))
    planes.exchange(steps * iteration_of(plan).reach(plan.parameters));
}

/// All participants take some steps. False if they were cancelled before they had taken any.
bool IterationStore::take(const StageContext& context, State& state, int steps, Timing& timing) {
  const Plan& plan = context.plan;
  const Iteration& iteration = iteration_of(plan);
  std::vector<IterateJob> jobs(plan.participants.size());
  const Watch sharing;
  share_out(plan, state.planes, steps, jobs);
  if (context.how.spoil_steps) state.planes.spoil_spares();
  if (context.how.spoil_some) state.planes.spoil_some_of_spares();
  timing.copies += sharing.ms();
  std::vector<MeasureBuffer> measures(plan.participants.size());
  const int every = iteration.settling ? iteration.settling->check_every(plan.parameters) : 0;
  const bool measured = every > 0 && (state.step + steps) % every == 0;
  const int rounds = measured ? std::max(steps / every, 1) : 1;
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    jobs[i].step = state.step;
    jobs[i].steps = steps / rounds;
    jobs[i].rounds = rounds;
    if (!measured || plan.parts.front()[i].empty()) continue;
    jobs[i].goal = iteration.settling->goal(plan.parameters, plan.settings.problem.precision);
    measures[i].host.resize(static_cast<std::size_t>(rounds));
    if (plan.participants[i].is_gpu()) {
      const device::Use use(plan.participants[i].device);
      const std::size_t bytes = sizeof(double) * static_cast<std::size_t>(rounds);
      measures[i].gpu = pool_.take(MemoryKind::device, bytes);
      jobs[i].measure = static_cast<double*>(measures[i].gpu->device());
      if (rounds > 1) device::fill_zero(jobs[i].measure, bytes, context.participants[i].gpu->stream());
    } else {
      jobs[i].measure = measures[i].host.data();
    }
  }
  RunManner how = context.how;
  const bool in_place = iteration.in_place != nullptr && iteration.in_place(plan.parameters);
  const bool host_alone = host_has_rows(plan) && participants_with_rows(plan) == 1;
  // A cancelled step that writes to spare planes alone leaves the state as it was. Several steps, or one in place, may
  // leave it half done: they are cancelled only where no later frame carries the state on.
  const bool carried_on = how.state == StateUse::kept;
  if ((carried_on && (steps > 1 || in_place)) || !host_alone) how.waiter.stop = {};
  // later steps follow on a GPU that is busy anyway; a launch ahead is taken back by a GPU that has all rows
  const bool led_in = how.caches == CacheState::led_in;
  const bool first_alone = participants_with_rows(plan) == 1 && !plan.parts.front().front().empty();
  if (state.step > 0 || (led_in && !first_alone)) how.caches = CacheState::as_it_is;
  if (host_has_rows(plan)) state.start_on_host = false;
  std::vector<FieldView> before;
  if (host_alone) before.assign(jobs.back().planes.begin(), jobs.back().planes.end());
  const std::span<FieldView> of_host = jobs.back().planes;
  StageContext inner{.plan = plan,
                     .how = how,
                     .pool = context.pool,
                     .participants = context.participants,
                     .input_summary = {},
                     .undo_lead_in = {}};
  for (ParticipantContext& each : inner.participants) each.input = {};
  if (how.caches == CacheState::led_in)
    inner.undo_lead_in = [&] { state.planes.refill(context.participants.front().gpu->stream()); };
  Timing chunk = empty_timing(plan);
  const Watch watch;
  if (how.peers == nullptr) {
    run_participants(inner, 0, {jobs.begin(), jobs.end()}, chunk);
  } else {
    how.peers->take_steps(inner, jobs, steps * iteration.reach(plan.parameters), measured, chunk);
  }
  if (inner.cancelled()) {
    std::ranges::copy(before, of_host.begin());
    return false;
  }
  const double ms = how.caches != CacheState::as_it_is ? chunk.compute() : watch.ms();
  const std::vector<double> found = measured ? measured_in(context, measures) : std::vector<double>();
  const int taken = rounds > 1 ? steps / rounds * static_cast<int>(found.size()) : steps;
  note(context, state, found, steps / rounds, ms);
  state.way = way_of(plan);
  state.step_ms = std::max(ms / taken, 1e-6);
  state.step += taken;
  state.ms += ms;
  timing.steps += taken;
  timing.copies += chunk.merge;  // what participants that meet wait for what they fetch
  for (std::size_t i = 0; i < chunk.participants.size(); ++i) {
    timing.participants[i].compute += chunk.participants[i].compute;
    timing.participants[i].stages.front() += chunk.participants[i].compute;
    timing.participants[i].rows = chunk.participants[i].rows;
  }
  return true;
}

void IterationStore::paint(const Plan& plan, State& state, const Stroke& stroke, Timing& timing) {
  const Watch watch;
  StatePlanes& planes = state.planes;
  const Rows of_all = rows_of(stroke, plan.state.size.height);
  const Rows rows{std::max(of_all.begin, planes.held().begin), std::min(of_all.end, planes.held().end)};
  if (rows.empty()) return;
  const bool of_gpu = std::ranges::any_of(planes.bands(), [&](const StatePlanes::Band& each) {
    return each.participant.is_gpu() && each.rows.begin < rows.end && rows.begin < each.rows.end;
  });
  const std::span<FieldView> host = planes.host(of_gpu || plan.uses_gpu());
  if (of_gpu) planes.fetch(rows);
  state.start_on_host = false;
  for (int i = 0; i < planes.state(); ++i) {
    iteration_of(plan).paint(plan.parameters, stroke, host[static_cast<std::size_t>(i)], rows);
  }
  if (of_gpu) planes.put_back(rows);
  timing.merge += watch.ms();
}

bool IterationStore::advance(const StageContext& context, State& state, std::int64_t target, Timing& timing) {
  const std::vector<Stroke>& strokes = context.plan.settings.problem.strokes;
  ToldSteps told(context.how, state.step, state.ms, target);
  for (;;) {
    const std::size_t next = state.painted.size();
    const bool more_to_paint = next < strokes.size() && strokes[next].step <= target;
    // steps of what has settled change nothing and need not be taken
    if (state.settled && more_to_paint) state.step = std::max(state.step, strokes[next].step);
    if (more_to_paint && strokes[next].step <= state.step) {
      if (context.cancelled()) return false;
      paint(context.plan, state, strokes[next], timing);
      state.painted.push_back(strokes[next]);
      state.settled = false;  // it is no longer what had settled
      continue;
    }
    if (state.step >= target || state.settled) {
      told.end();
      return true;
    }
    if (context.cancelled()) return false;
    told.reach(state.step, state.ms);
    std::int64_t left = target - state.step;
    if (next < strokes.size()) left = std::min(left, strokes[next].step - state.step);
    if (!take(context, state, worth_taking(context, state, left), timing)) return false;
    if (!keep(context, state, target, timing)) return false;
  }
}

/// The state's first plane, copied to where the result is wanted.
Field IterationStore::result(const StageContext& context, State& state, Timing& timing) const {
  const Plan& plan = context.plan;
  const Destination destination = context.how.destination;
  const bool on_device = plan.uses_gpu() && (destination != Destination::host || !plan.gpu_memory_apart);
  const auto gpu = on_device ? std::optional(home_of(plan, destination)) : std::nullopt;
  return gathered(plan, state, gpu, context.how, timing);
}

void IterationStore::hand_out_band(const StageContext& context, State& state, Timing& timing) const {
  const Watch watch;
  const Plan& plan = context.plan;
  context.how.peers->take_rows(plan.state, pool_, [&](void* data) {
    std::vector<IterateJob> jobs(plan.participants.size());
    share_out(plan, state.planes, 0, jobs);  // at the start the host has the rows beside them, too
    state.planes.gather(0, data, false);
  });
  timing.merge += watch.ms();
}

/// The state's first plane, copied to where the participants read it that go on with it.
std::vector<Field> IterationStore::of_participants(const StageContext& context, State& state, Timing& timing) const {
  const Plan& plan = context.plan;
  std::vector<Field> out;
  for (const Participant& participant : plan.participants) {
    out.push_back(
        gathered(plan, state, participant.is_gpu() ? std::optional(participant.device) : std::nullopt, {}, timing));
  }
  return out;
}

/// The state's first plane on a GPU, or on the host, where `how` may have memory for it.
Field IterationStore::gathered(const Plan& plan, State& state, std::optional<int> gpu, const RunManner& how,
                               Timing& timing) const {
  const Watch watch;
  const auto [size, precision, domain] = plan.state;
  const std::size_t bytes = static_cast<std::size_t>(size.area()) * bytes_of(precision);
  const MemoryKind memory = plan.settings.execution.memory;
  const bool on_device = gpu.has_value();
  const device::Use use(gpu.value_or(0));
  const bool of_gpu = state.planes.bands().front().participant.is_gpu();
  const MemoryKind kind = on_device ? memory : of_gpu ? MemoryKind::pinned : MemoryKind::host;
  const auto buffer = how.memory_of_result(pool_, kind, bytes);
  state.planes.gather(0, on_device ? buffer->device() : buffer->host(), on_device);
  timing.merge += watch.ms();
  const bool there_alone = on_device && plan.gpu_memory_apart;
  return {size, precision, there_alone ? nullptr : buffer, on_device ? buffer : nullptr, domain};
}

bool IterationStore::run(const StageContext& context, Frame& frame) {
  const Plan& plan = context.plan;
  Timing& timing = frame.timing;
  const bool kept = context.how.state != StateUse::apart;
  std::int64_t target = plan.settings.problem.steps;
  if (const auto most = iteration_of(plan).most_steps; most != nullptr)
    target = std::min(target, most(plan.parameters));
  std::unique_ptr<State> state;
  if (context.how.state == StateUse::restarted) {
    state = restarted(context);
  } else if (kept) {
    state = std::move(state_);  // an error on the way leaves none that is half done
    const bool goes_on = state != nullptr && is_of(*state, plan) && state->step <= target;
    if (!goes_on) state.reset();  // its memory goes back to the pool first
  }
  if (state == nullptr) state = start(context);
  // other sides and kinds of memory may be used by turns, through the host's planes
  if (context.how.state != StateUse::restarted) state->start_on_host = false;
  Peers* const peers = context.how.peers;
  if (peers != nullptr) peers->begin_steps(plan, pool_);
  pace_.reset();
  if (context.how.checkpoint.store != nullptr) {
    restore(context, *state);
    pace_.emplace(context.how.checkpoint.every_ms, state->step, peers);
  }
  const bool arrived = advance(context, *state, target, timing);
  if (peers != nullptr) {
    peers->end_steps(timing);
    hand_out_band(context, *state, timing);
  } else if (arrived) {
    if (iteration_of(plan).shape) {
      frame.states = of_participants(context, *state, timing);
    } else {
      frame.field = result(context, *state, timing);
    }
  }
  if (arrived) {
    frame.steps = state->step;
    frame.settled = state->settled;
    frame.measured = state->measured;
  }
  const bool half_done = !arrived && context.how.state == StateUse::restarted;
  if (kept && !half_done) state_ = std::move(state);
  return arrived;
}

}  // namespace heteroscope
