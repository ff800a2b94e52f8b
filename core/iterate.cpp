#include "core/iterate.hpp"

#include <algorithm>
#include <cstring>
#include <optional>
#include <utility>

namespace heteroscope {

namespace {

constexpr double chunk_ms = 8;       // as for bands of rows: a cancel takes effect after one of them
constexpr int halo_rows = 16;        // of a split, between two exchanges
constexpr int steady_multiple = 16;  // variants that take several steps a pass do best with such numbers
constexpr std::int64_t most_at_once = 1 << 20;

const Iteration& iteration_of(const Plan& plan) {
  return *plan.workload->iteration;
}

Shares shares_of(const Plan& plan) {
  return split(plan.settings.execution.processor, plan.settings.execution.split, plan.output.size.height, nullptr,
               plan.output.domain);
}

/// Rows that a stroke can change.
Rows rows_of(const Stroke& stroke, int height) {
  const double span = height - 1;
  return {static_cast<int>(std::max(0.0, (stroke.y - stroke.radius) * span)),
          static_cast<int>(std::min(span, (stroke.y + stroke.radius) * span + 1)) + 1};
}

}  // namespace

IterationStore::Key IterationStore::key_of(const Plan& plan) {
  return {.start = start_of(plan.problem), .image = plan.source_image};
}

IterationStore::Way IterationStore::way_of(const Plan& plan) {
  const PlannedStage& stage = plan.stages.front();
  return {.gpu = stage.gpu,
          .cpu = stage.cpu,
          .block = stage.block,
          .memory = plan.settings.execution.memory,
          .threads = plan.threads,
          .gpu_rows = shares_of(plan).gpu};
}

bool IterationStore::is_of(const State& state, const Plan& plan) {
  const std::vector<Stroke>& strokes = plan.settings.problem.strokes;
  const std::size_t painted = state.painted.size();
  if (!(state.key == key_of(plan)) || painted > strokes.size()) return false;
  if (!std::equal(state.painted.begin(), state.painted.end(), strokes.begin())) return false;
  return painted == strokes.size() || strokes[painted].step >= state.step;
}

std::unique_ptr<IterationStore::State> IterationStore::start(const StageContext& context) const {
  const Plan& plan = context.plan;
  const Iteration& iteration = iteration_of(plan);
  auto state = std::make_unique<State>(
      State{.key = key_of(plan),
            .planes = {pool_, plan.output, iteration.planes(plan.parameters), iteration.spares(plan.parameters)}});
  begin(context, *state);
  return state;
}

void IterationStore::begin(const StageContext& context, State& state) {
  const Plan& plan = context.plan;
  state.planes.reset();
  const std::span<FieldView> planes = state.planes.host(plan.uses_gpu());
  if (!state.start_on_host) {
    const Field image = plan.reads_source() ? context.input.with_host_copy() : Field();
    for (int i = 0; i < state.planes.state(); ++i) {
      iteration_of(plan).begin(plan.parameters, image.host_view(), i, planes[static_cast<std::size_t>(i)],
                               plan.threads);
    }
  }
  state.start_on_host = true;
  state.step = 0;
  state.painted.clear();
  state.measured.clear();
  state.ms = 0;
  state.settled = false;
}

std::unique_ptr<IterationStore::State> IterationStore::restarted(const StageContext& context) {
  std::unique_ptr<State> state = std::move(state_);
  if (state != nullptr && !(state->key == key_of(context.plan)))
    state.reset();  // its memory goes back to the pool first
  if (state == nullptr) {
    state = start(context);
  } else {
    begin(context, *state);
  }
  Job gpu_side;
  Job cpu_side;
  share_out(context, state->planes, 0, gpu_side, cpu_side);
  return state;
}

/// As many steps as can be taken at once: up to the next measurement or exchange, and where a cancel is to be looked
/// for no more than fill a chunk.
int IterationStore::worth_taking(const StageContext& context, const State& state, std::int64_t left) {
  const Plan& plan = context.plan;
  const Shares shares = shares_of(plan);
  std::int64_t most = std::min(left, most_at_once);
  if (const Iteration& it = iteration_of(plan); it.check_every != nullptr) {
    const int every = it.check_every(plan.parameters);
    most = std::min(most, every - state.step % every);
  }
  if (!shares.gpu.empty() && !shares.cpu.empty()) {
    const int reach = std::max(1, iteration_of(plan).reach(plan.parameters));
    most = std::min<std::int64_t>(most, std::max(1, halo_rows / reach));
  }
  if (context.options.most_band > 0) most = std::min<std::int64_t>(most, context.options.most_band);
  if (context.options.cancel == nullptr) return static_cast<int>(most);
  if (state.step_ms == 0 || !(state.way == way_of(plan))) return 1;
  auto steps = static_cast<std::int64_t>(std::clamp(chunk_ms / state.step_ms, 1.0, static_cast<double>(most)));
  if (steps > steady_multiple && steps < most) steps -= steps % steady_multiple;
  return static_cast<int>(steps);
}

void IterationStore::share_out(const StageContext& context, StatePlanes& planes, int steps, Job& gpu_side,
                               Job& cpu_side) {
  const Plan& plan = context.plan;
  const Shares shares = shares_of(plan);
  const bool both = !shares.gpu.empty() && !shares.cpu.empty();
  if (!shares.gpu.empty()) gpu_side.planes = planes.gpu(plan.settings.execution.memory);
  // rows that change sides: also those of a GPU that is used no more
  if (both || planes.cut() != shares.gpu.end) {
    planes.host(true);
    std::optional<device::Stream> own;
    const device::Stream& stream = context.gpu != nullptr ? context.gpu->stream() : own.emplace();
    planes.move_cut(shares.gpu.end, stream);
    if (both) planes.exchange(steps * iteration_of(plan).reach(plan.parameters), stream);
  }
  if (!shares.cpu.empty()) cpu_side.planes = planes.host(plan.uses_gpu());
}

/// Both sides take some steps. False if they were cancelled before they had taken any.
bool IterationStore::take(const StageContext& context, State& state, int steps, Timing& timing) {
  const Plan& plan = context.plan;
  const Iteration& iteration = iteration_of(plan);
  const Shares shares = shares_of(plan);
  Job gpu_side;
  Job cpu_side;
  const Watch sharing;
  share_out(context, state.planes, steps, gpu_side, cpu_side);
  timing.copies += sharing.ms();
  MeasureBuffers measures;
  const bool measured =
      iteration.check_every != nullptr && (state.step + steps) % iteration.check_every(plan.parameters) == 0;
  if (measured) {
    cpu_side.measure = &measures.host;
    if (!shares.gpu.empty()) {
      measures.gpu = pool_.take(MemoryKind::device, sizeof(double));
      gpu_side.measure = static_cast<double*>(measures.gpu->device());
    }
  }
  gpu_side.step = cpu_side.step = state.step;
  gpu_side.steps = cpu_side.steps = steps;
  ExecuteOptions options = context.options;
  const bool in_place = iteration.in_place != nullptr && iteration.in_place(plan.parameters);
  // a single step that writes to spare planes alone leaves the state as it was when it is cancelled
  if (steps > 1 || in_place || !shares.gpu.empty()) options.cancel = nullptr;
  // later steps follow on a GPU that is busy anyway
  options.lead_in = options.lead_in && options.restart && state.step == 0 && shares.cpu.empty();
  if (!shares.cpu.empty()) state.start_on_host = false;
  const std::vector<FieldView> before(cpu_side.planes.begin(), cpu_side.planes.end());
  const StageContext inner{.plan = plan,
                           .options = options,
                           .pool = context.pool,
                           .gpu = context.gpu,
                           .input = {},
                           .block_trace = context.block_trace,
                           .chunk_trace = context.chunk_trace,
                           .undo_lead_in = [&] { state.planes.refill_gpu(context.gpu->stream()); }};
  Timing chunk;
  chunk.stages.resize(1);
  const Watch watch;
  run_sides(inner, 0, shares_of(plan), gpu_side, cpu_side, chunk);
  if (options.cancel != nullptr && options.cancel->load(std::memory_order_relaxed)) {
    std::ranges::copy(before, cpu_side.planes.begin());
    return false;
  }
  const double ms = options.lead_in ? chunk.gpu_compute : watch.ms();
  state.way = way_of(plan);
  state.step_ms = std::max(ms / steps, 1e-6);
  state.step += steps;
  state.ms += ms;
  if (measured) note(context, state, measures);
  timing.steps += steps;
  timing.gpu_compute += chunk.gpu_compute;
  timing.cpu_compute += chunk.cpu_compute;
  timing.gpu_rows = chunk.gpu_rows;
  timing.cpu_rows = chunk.cpu_rows;
  return true;
}

void IterationStore::note(const StageContext& context, State& state, const MeasureBuffers& buffers) const {
  double value = buffers.host;
  if (buffers.gpu != nullptr) {
    double of_gpu = 0;
    device::copy(&of_gpu, buffers.gpu->device(), sizeof of_gpu, device::Direction::to_host, context.gpu->stream());
    context.gpu->stream().synchronize();
    // a NaN stays one
    value = of_gpu > value || of_gpu != of_gpu ? of_gpu : value;
  }
  state.measured.push_back({.step = state.step, .value = value, .ms = state.ms});
  state.settled =
      iteration_of(context.plan).settled(context.plan.parameters, context.plan.settings.problem.precision, value);
}

void IterationStore::paint(const StageContext& context, State& state, const Stroke& stroke, Timing& timing) const {
  const Plan& plan = context.plan;
  const Watch watch;
  StatePlanes& planes = state.planes;
  const Rows rows = rows_of(stroke, plan.output.size.height);
  const bool of_gpu = rows.begin < planes.cut();
  const std::span<FieldView> host = planes.host(of_gpu || plan.uses_gpu());
  std::optional<device::Stream> stream;
  if (of_gpu) planes.fetch(rows, stream.emplace());
  state.start_on_host = false;
  for (int i = 0; i < planes.state(); ++i) {
    iteration_of(plan).paint(plan.parameters, stroke, host[static_cast<std::size_t>(i)], rows);
  }
  if (of_gpu) planes.put_back(rows, *stream);
  timing.merge += watch.ms();
}

bool IterationStore::advance(const StageContext& context, State& state, std::int64_t target, Timing& timing) {
  const std::vector<Stroke>& strokes = context.plan.settings.problem.strokes;
  const auto cancelled = [&] {
    return context.options.cancel != nullptr && context.options.cancel->load(std::memory_order_relaxed);
  };
  for (;;) {
    const std::size_t next = state.painted.size();
    const bool more_to_paint = next < strokes.size() && strokes[next].step <= target;
    // steps of what has settled change nothing and need not be taken
    if (state.settled && more_to_paint) state.step = std::max(state.step, strokes[next].step);
    if (more_to_paint && strokes[next].step <= state.step) {
      if (cancelled()) return false;
      paint(context, state, strokes[next], timing);
      state.painted.push_back(strokes[next]);
      state.settled = false;  // it is no longer what had settled
      continue;
    }
    if (state.step >= target || state.settled) return true;
    if (cancelled()) return false;
    std::int64_t left = target - state.step;
    if (next < strokes.size()) left = std::min(left, strokes[next].step - state.step);
    if (!take(context, state, worth_taking(context, state, left), timing)) return false;
  }
}

/// The state's first plane, copied to where the result is wanted.
Field IterationStore::result(const StageContext& context, State& state, Timing& timing) const {
  const Plan& plan = context.plan;
  const Watch watch;
  StatePlanes& planes = state.planes;
  const auto [size, precision, domain] = plan.output;
  const std::size_t row_bytes = static_cast<std::size_t>(size.width) * bytes_of(precision);
  const std::size_t bytes = row_bytes * static_cast<std::size_t>(size.height);
  const std::size_t gpu_bytes = row_bytes * static_cast<std::size_t>(planes.cut());
  const auto* gpu = planes.cut() > 0 ? static_cast<const std::byte*>(planes.gpu_plane(0).data) : nullptr;
  const auto* host =
      planes.cut() < size.height ? static_cast<const std::byte*>(planes.host_plane(0).data) + gpu_bytes : nullptr;
  using device::Direction;
  const bool on_device = plan.uses_gpu() && (context.options.destination == Destination::device ||
                                             plan.settings.execution.memory != MemoryKind::device);
  if (on_device) {
    const auto buffer = pool_.take(plan.settings.execution.memory, bytes);
    auto* to = static_cast<std::byte*>(buffer->device());
    const device::Stream& stream = context.gpu->stream();
    if (gpu != nullptr) device::copy(to, gpu, gpu_bytes, Direction::on_device, stream);
    if (host != nullptr) device::copy(to + gpu_bytes, host, bytes - gpu_bytes, Direction::to_device, stream);
    stream.synchronize();
    timing.merge += watch.ms();
    return {size, precision, plan.settings.execution.memory == MemoryKind::device ? nullptr : buffer, buffer, domain};
  }
  const auto buffer = pool_.take(gpu != nullptr ? MemoryKind::pinned : MemoryKind::host, bytes);
  auto* to = static_cast<std::byte*>(buffer->host());
  if (gpu != nullptr) {
    const device::Stream stream;
    device::copy(to, gpu, gpu_bytes, Direction::to_host, stream);
    stream.synchronize();
  }
  if (host != nullptr) std::memcpy(to + gpu_bytes, host, bytes - gpu_bytes);
  timing.merge += watch.ms();
  return {size, precision, buffer, nullptr, domain};
}

bool IterationStore::run(const StageContext& context, Frame& frame) {
  const Plan& plan = context.plan;
  Timing& timing = frame.timing;
  timing.stages.resize(1);
  const bool kept = !context.options.from_start;
  std::int64_t target = plan.settings.problem.steps;
  if (const auto most = iteration_of(plan).most_steps; most != nullptr)
    target = std::min(target, most(plan.parameters));
  std::unique_ptr<State> state;
  if (context.options.restart) {
    state = restarted(context);
  } else if (kept) {
    state = std::move(state_);  // an error on the way leaves none that is half done
    const bool goes_on = state != nullptr && is_of(*state, plan) && state->step <= target;
    if (!goes_on) state.reset();  // its memory goes back to the pool first
  }
  if (state == nullptr) state = start(context);
  // other sides and kinds of memory may be used by turns, through the host's planes
  if (!context.options.restart) state->start_on_host = false;
  const bool arrived = advance(context, *state, target, timing);
  timing.stages.front() = {.gpu = timing.gpu_compute, .cpu = timing.cpu_compute};
  if (arrived) {
    frame.field = result(context, *state, timing);
    frame.steps = state->step;
    frame.settled = state->settled;
    frame.measured = state->measured;
  }
  if (kept) {
    state_ = std::move(state);
  } else if (context.options.spoil) {
    state->planes.spoil();
  }
  return arrived;
}

}  // namespace heteroscope
