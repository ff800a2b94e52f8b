#include "core/run/local_executor.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <deque>
#include <map>
#include <stdexcept>
#include <utility>

#include "core/base/error.hpp"
#include "core/base/watch.hpp"
#include "core/model/settings/looks.hpp"
#include "core/process/floating_point.hpp"
#include "core/process/process_state.hpp"
#include "core/run/balance.hpp"
#include "core/run/counted_run.hpp"
#include "core/run/describe.hpp"
#include "core/run/inputs/input.hpp"
#include "core/run/inputs/table_store.hpp"
#include "core/run/iteration/iterate.hpp"
#include "core/run/iteration/plane_rows.hpp"
#include "core/run/other_values.hpp"
#include "core/run/peers.hpp"
#include "core/run/read_values.hpp"
#include "core/run/shares/stage_run.hpp"
#include "core/run/thread_check.hpp"
#include "core/trace/recording.hpp"
#include "core/types/packed_values.hpp"

namespace heteroscope {

namespace {

/// The cells that were asked for, without those around them that were computed, too.
Field kept_of(const Field& computed, const Plan& plan, BufferPool& pool) {
  const Cutout& kept = plan.kept;
  const Field from = computed.with_host_copy();
  const std::size_t cell = bytes_of(from.precision());
  const std::size_t row = static_cast<std::size_t>(kept.size.width) * cell;
  const auto host = pool.take(MemoryKind::host, static_cast<std::size_t>(kept.size.area()) * cell);
  auto* const to = static_cast<std::byte*>(host->host());
  const FieldView view = from.host_view();
#pragma omp parallel for num_threads(plan.threads) schedule(static)
  for (int y = 0; y < kept.size.height; ++y)
    pack_values(view, {kept.x, kept.y + y, {kept.size.width, 1}, kept.whole}, to + static_cast<std::size_t>(y) * row);
  return {kept.size, from.precision(), host, nullptr};
}

/// Some rows of a result go where they are of a whole that begins at `data`: of a triangle the values alone.
void write_rows(const Field& result, Rows rows, void* data) {
  const Field on_host = result.with_host_copy();
  const FieldView from = on_host.host_view();
  FieldView to = from;
  to.data = data;
  for (int y = rows.begin; y < rows.end; ++y) {
    const auto values = static_cast<std::size_t>(values_in_row(from.domain, from.size.width, y));
    std::memcpy(rows_of_plane(to, {y, y + 1}).data, rows_of_plane(from, {y, y + 1}).data,
                values * bytes_of(from.precision));
  }
}

/// The numbers of a result that is nothing else, as its field.
Field field_of(const std::vector<double>& numbers, const Extent& extent, BufferPool& pool) {
  const auto host = pool.take(MemoryKind::host, numbers.size() * sizeof(double));
  std::memcpy(host->host(), numbers.data(), numbers.size() * sizeof(double));
  return {extent.size, extent.precision, host, nullptr};
}

/// A warning where values of a result that was filled with NaN beforehand are still none.
std::string unwritten(const Frame& frame) {
  if (frame.summary.nans == 0 || !frame.field.on_host()) return {};
  const FieldView view = frame.field.host_view();
  for (int y = 0; y < view.size.height; ++y) {
    for (int x = 0; x < view.values(y); ++x) {
      if (!std::isnan(frame.field.value(x, y))) continue;
      return fmt::format("{} of {} values are NaN, or were not written; the first is at column {}, row {}",
                         frame.summary.nans, view.count(), x, y);
    }
  }
  return {};
}

/// Whether a person's file, which computes alone, adds up the source.
bool adds_by_file(const Plan& plan) {
  return std::ranges::any_of(plan.stages, [&](const PlannedStage& each) {
    return each.stage->sums() && each.of(plan.participants.front()).own != nullptr;
  });
}

/// Whether functions of a person's file compute on the CPU.
bool runs_functions(const Plan& plan) {
  return plan.uses_cpu() && std::ranges::any_of(plan.stages, [](const PlannedStage& each) {
           return each.cpu != nullptr && each.cpu->own != nullptr;
         });
}

/// Throws VariantFault where a person's functions have left something changed for whoever computes next.
void check_left_behind(const ProcessState& before, int threads) {
  if (!restore_floating_point(threads)) {
    throw VariantFault(
        "it leaves threads that no longer round to nearest, that take subnormal numbers for 0, or that stop at "
        "exceptions of floating point");
  }
  if (const std::string what = before.changed(threads); !what.empty())
    throw VariantFault(fmt::format("it changes {}, and leaves that to whoever computes next", what));
}

}  // namespace

struct LocalExecutor::State {
  explicit State(Guards guards_) : guards(guards_), pool(guards_) {}

  Guards guards;
  BufferPool pool;
  std::map<int, std::unique_ptr<GpuRun>> gpus;                  ///< by number
  std::map<std::string, std::unique_ptr<MachineRun>> machines;  ///< by their participant's name
  InputStore inputs{pool};
  TableStore tables{pool};
  IterationStore iterations{pool};
  Balance balance;
  std::optional<ThreadCheck> threads;  ///< of the files that are used now; none: none of them has functions for the CPU
  unsigned interactive = 0;            ///< frames of InteractiveRuns with them
  std::shared_ptr<Buffer> lent;        ///< for the result of the next frame

  GpuRun& gpu_run(int device) {
    std::unique_ptr<GpuRun>& gpu = gpus[device];
    const device::Use use(device);
    if (!gpu) gpu = std::make_unique<GpuRun>(pool);
    return *gpu;
  }

  MachineRun& machine_run(const Participant& participant) {
    std::unique_ptr<MachineRun>& machine = machines[name_of(participant)];
    if (!machine) machine = std::make_unique<MachineRun>(participant.machine);
    return *machine;
  }

  void forget() {
    inputs.trim();
    tables.trim();
    iterations.trim();
    threads.reset();
    interactive = 0;
  }

  ThreadCheck* thread_check(const Plan& plan, const ExecuteOptions& options, bool summarize);
  bool run_stages(StageContext& context, Frame& frame);
  bool run_rows_alone(const StageContext& context, Frame& frame);
};

LocalExecutor::LocalExecutor(Guards guards) : state_(std::make_unique<State>(guards)) {}
LocalExecutor::~LocalExecutor() = default;

void LocalExecutor::trim() {
  state_->forget();
  state_->pool.trim();
  for (const auto& [name, machine] : state_->machines) machine->trim();
}

void LocalExecutor::forget() {
  state_->forget();
  state_->pool.overwrite();
}

void LocalExecutor::lend(std::shared_ptr<Buffer> result) {
  state_->lent = std::move(result);
}

void LocalExecutor::rest() {
  state_->inputs.rest();
  state_->pool.rest();
}

/// Null where threads are not looked at in a frame, since that ends the team that the next frame would find at hand:
/// not beside runs whose times count, and in a window less and less often.
ThreadCheck* LocalExecutor::State::thread_check(const Plan& plan, const ExecuteOptions& options, bool summarize) {
  if (guards != Guards::around || !plan.uses_cpu()) return nullptr;
  if (!threads) threads.emplace();
  const bool looks = std::holds_alternative<InteractiveRun>(options)
                         ? std::has_single_bit(++interactive)
                         : summarize || std::holds_alternative<CheckedRun>(options);
  return looks ? &*threads : nullptr;
}

/// The rows of a RowsRun. False if it was cancelled.
bool LocalExecutor::State::run_rows_alone(const StageContext& context, Frame& frame) {
  const RowsRun& asked = *context.how.rows;
  frame.reduced.resize(context.plan.stages.size());
  if (context.plan.stages[asked.stage].stage->reduction() != nullptr) {
    auto partials = run_reduction(context, asked.stage, frame.timing);
    if (partials) frame.reduced[asked.stage] = *std::move(partials);
    return partials.has_value();
  }
  const auto with_numbers =
      std::ranges::find_if_not(asked.reduced.rbegin(), asked.reduced.rend(), &std::vector<double>::empty);
  const std::span<const double> carried =
      with_numbers == asked.reduced.rend() ? std::span<const double>() : *with_numbers;
  auto field = run_rows(context, asked.stage, carried, frame.timing);
  if (field) frame.field = context.plan.kept.is_whole() ? *std::move(field) : kept_of(*field, context.plan, pool);
  return field.has_value();
}

/// False if it was cancelled. A result of numbers alone stays on the host.
bool LocalExecutor::State::run_stages(StageContext& context, Frame& frame) {
  if (context.how.rows != nullptr) return run_rows_alone(context, frame);
  const std::size_t stages = context.plan.stages.size();
  frame.reduced.resize(stages);
  std::size_t i = 0;
  if (context.plan.workload->iterates()) {
    if (!iterations.run(context, frame)) return false;
    for (std::size_t participant = 0; participant < frame.states.size(); ++participant)
      context.participants[participant].input = frame.states[participant];
    i = 1;
  }
  std::span<const double> carried;
  for (; i < stages; ++i) {
    const Reduction* const reduction = context.plan.stages[i].stage->reduction();
    if (reduction == nullptr) {
      if (context.how.partials_at) continue;
      auto field = run_rows(context, i, carried, frame.timing);
      if (!field) return false;
      frame.field = *std::move(field);
      continue;
    }
    if (context.how.reduced != nullptr) {
      frame.reduced[i] = context.how.reduced->at(i);
    } else {
      auto partials = run_reduction(context, i, frame.timing);
      if (!partials) return false;
      const bool stands_for = reduction->total != nullptr && !context.how.partials_at;
      frame.reduced[i] = stands_for ? reduction->total(*partials, context.input_summary, context.plan.input.size.area())
                                    : *std::move(partials);
    }
    carried = frame.reduced[i];
    context.reduced = frame.reduced;
    if (i + 1 == stages) frame.field = field_of(frame.reduced[i], context.plan.output, pool);
  }
  if (context.plan.kept.is_whole()) return true;
  // at the edge of what is kept they follow from cells that are not
  if (colors_by_distance(context.plan.settings.look))
    frame.distances = kept_of(distances_in(frame, pool), context.plan, pool);
  frame.field = kept_of(frame.field, context.plan, pool);
  return true;
}

std::optional<Frame> LocalExecutor::execute(const Plan& plan, const ExecuteOptions& options) {
  if (const auto* const counted = std::get_if<CountedRun>(&options)) return execute_counted(*this, plan, *counted);
  return run(plan, options, nullptr);
}

std::optional<Frame> LocalExecutor::execute_observed(const Plan& plan, const TimedRun& timed,
                                                     LaunchObserver& observer) {
  return run(plan, timed, &observer);
}

/// `observer`: null where nobody looks on.
std::optional<Frame> LocalExecutor::run(const Plan& asked, const ExecuteOptions& options, LaunchObserver* observer) {
  const Watch total;
  state_->pool.next_frame();
  Frame frame{.plan = asked, .timing = empty_timing(asked)};
  const Plan& plan = frame.plan;
  if (const auto* const rows = std::get_if<RowsRun>(&options)) {
    take_rows(frame.plan, rows->stage, rows->rows);
  } else {
    state_->balance.share_out(frame.plan);
  }
  StageContext context{.plan = plan,
                       .how = manner_of(options, asked),
                       .pool = state_->pool,
                       .participants = std::vector<ParticipantContext>(plan.participants.size()),
                       .input_summary = {},
                       .undo_lead_in = {}};
  for (std::size_t i = 0; i < plan.participants.size(); ++i) {
    const Participant& participant = plan.participants[i];
    if (participant.is_gpu_here()) context.participants[i].gpu = &state_->gpu_run(participant.device);
    if (!participant.is_elsewhere()) continue;
    context.participants[i].elsewhere = &state_->machine_run(participant);
    context.participants[i].elsewhere->begin_frame();
  }
  // where times count, memory is as it is in the process that asks
  std::shared_ptr<Buffer> lent = std::exchange(state_->lent, nullptr);
  if (std::holds_alternative<InteractiveRun>(options)) context.how.result = std::move(lent);
  const bool is_own = state_->guards == Guards::around;
  const bool compared = is_own && std::holds_alternative<CheckedRun>(options);
  if (is_own && !std::holds_alternative<TimedRun>(options)) context.how.spoil = true;
  if (compared) context.how.spoil_steps = true;
  context.how.spoil_some = is_own && std::holds_alternative<TimedRun>(options) && observer == nullptr;
  const bool alone = plan.participants.size() == 1 && !plan.participants.front().is_elsewhere();
  if (context.how.other_problem && !alone) throw std::logic_error("several participants have no other problem");
  context.how.other_input =
      context.how.other_problem.has_value() || (context.how.spoil_some && !context.how.summarize && alone);
  const RunManner& how = context.how;
  if (context.participants.front().gpu != nullptr) context.participants.front().observer = observer;
  if (plan.reads_source()) {
    const Watch watch;
    const InputStore::Input* input = state_->inputs.prepare(plan, how.waiter.stop);
    if (input == nullptr) return std::nullopt;
    frame.input = input->field;
    for (std::size_t i = 0; i < plan.participants.size(); ++i)
      context.participants[i].input = input->of_participants[i];
    frame.input_summary = context.input_summary = input->summary;
    if (how.partials_at) context.input_summary.maximum = std::max(context.input_summary.maximum, *how.partials_at);
    // A file that leaves out the factor of its values shows it where that is not 1: here values could be so large.
    const bool in_bands = compared && how.most_band > 0 && plan.participants.size() == 1;
    if (in_bands && adds_by_file(plan)) context.input_summary.maximum = std::max(context.input_summary.maximum, 1e300);
    frame.timing.input = watch.ms();
  }
  if (plan.workload->table) {
    const Watch watch;
    const std::vector<Field>* tables = state_->tables.prepare(plan, how.tables_of, how.waiter);
    if (tables == nullptr) return std::nullopt;
    how.waiter.tell({}, 1);
    frame.table = tables->front();
    for (std::size_t i = 0; i < plan.participants.size(); ++i) context.participants[i].table = (*tables)[i];
    frame.timing.input += watch.ms();
  }
  std::deque<Recording> recordings;  // of the participants, in their order
  for (ParticipantContext& each : context.participants) {
    if (!how.trace) break;
    if (each.gpu != nullptr) {
      const device::Use use(each.gpu->stream().device());
      recordings.emplace_back(state_->pool, each.gpu->stream(), each.gpu->copy_stream());
    } else {
      recordings.emplace_back(plan.threads);
    }
    each.trace = &recordings.back().writer();
  }
  // Only where a person's variant is compared with the reference, since a checksum of the source takes time.
  std::optional<ReadValues> read;
  if (compared && !plan.workload->iterates()) read.emplace(context.participants);
  ThreadCheck* const threads = state_->thread_check(plan, options, how.summarize);
  if (compared && plan.participants.size() == 1) context.participants.front().observer = threads;
  std::optional<ProcessState> before;
  if (is_own && runs_functions(plan)) before.emplace();
  std::optional<OtherInputs> other_inputs;
  if (how.other_input && !plan.workload->iterates()) {
    OtherValues others(how.other_problem);
    frame.plan.parameters = others.aside(plan);
    other_inputs.emplace(context.participants.front(), others);
  }
  const std::uint64_t begin_ns = steady_ns();
  const auto check_process = [&](const ThreadCheck* of_threads) {
    if (before) check_left_behind(*before, plan.threads);  // ahead of the end of the team, whose threads it looks at
    if (of_threads != nullptr) of_threads->check();
    if (!state_->pool.has_whole_guards()) throw VariantFault("it wrote outside of the memory that it was given");
  };
  if (!state_->run_stages(context, frame)) {
    check_process(nullptr);  // the next frame would be computed in it, and be blamed
    return std::nullopt;
  }
  const std::uint64_t end_ns = steady_ns();
  std::optional<FinishedValues> finished;
  if (compared && runs_functions(plan)) finished.emplace(frame);
  other_inputs.reset();
  if (how.rows == nullptr) {
    state_->balance.learn(frame);
  } else {
    frame.input = frame.table = {};  // whoever has asked has its own
  }
  if (how.peers != nullptr && !plan.workload->iterates()) {
    how.peers->take_rows(plan.output, state_->pool, [&](void* data) { write_rows(frame.field, plan.band->own, data); });
    frame.field = {};
  }
  if (how.summarize) {
    describe(
        frame, state_->pool, [&](int gpu) -> const device::Stream& { return state_->gpu_run(gpu).stream(); },
        how.peers);
    if (how.spoil && frame.alarm.empty()) frame.alarm = unwritten(frame);
  }
  frame.traced = how.trace;
  frame.traces.resize(plan.participants.size());
  for (std::size_t i = 0; i < recordings.size(); ++i) {
    const GpuRun* const gpu = context.participants[i].gpu;
    MachineRun* const elsewhere = context.participants[i].elsewhere;
    frame.traces[i] = elsewhere != nullptr ? elsewhere->take_trace()
                                           : recordings[i].collect(gpu != nullptr ? &gpu->stream() : nullptr);
    frame.traces[i].begin_ns = begin_ns;
    frame.traces[i].end_ns = end_ns;
  }
  frame.timing.total = total.ms();
  if (read) read->check();
  check_process(threads);
  if (finished) finished->check();
  return frame;
}

}  // namespace heteroscope
