#include "core/run/stage_run.hpp"

#include <algorithm>
#include <cstring>
#include <exception>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "core/base/parallel.hpp"
#include "core/base/watch.hpp"
#include "core/device/cpu/cpu_caches.hpp"
#include "core/device/cpu/thread_binding.hpp"
#include "core/participants/cpu_from_queue.hpp"
#include "core/participants/exchange_barrier.hpp"
#include "core/participants/row_queue.hpp"
#include "core/participants/run_variant.hpp"
#include "core/run/gather.hpp"

namespace heteroscope {

namespace {

/// Operations that the GPU does in a ms at a quarter of what 64 participants a multiprocessor could: a pessimist's
/// guess, from which the first band's rows follow.
double pessimists_rate(const device::Facts& facts, Precision precision, double fma_per_operation) {
  const double participants = 64.0 * facts.multiprocessors / (precision == Precision::fp64 ? facts.fp32_per_fp64 : 1);
  return 0.25 * participants * facts.clock_khz / std::max(fma_per_operation, 1.0);
}

/// Fills in the parts of a job that all participants have in common.
void fill(AnyJob& job, const StageContext& context, std::size_t index, Rows rows) {
  const Plan& plan = context.plan;
  job->parameters = &plan.parameters;
  job->rows = rows;
  job->block = plan.stages[index].block;
  job->mapping = plan.stages[index].mapping;
  job->threads = plan.threads;
  job->cancel = Cancel(context.how.waiter.stop);
  job->stage = static_cast<int>(index);
  job->most_rows = context.how.most_band;
}

/// Where the participant finds what a stage reads.
void fill_input(AnyJob& job, const StageContext& context, std::size_t index, const FieldView& input,
                const FieldView& table) {
  const Extent& extent = input_extent(context.plan, index);
  const FieldView source{input.data, extent.size, extent.precision};
  if (auto* map = job.as<MapJob>()) {
    map->input = source;
    map->table = table;
  }
  if (auto* reduce = job.as<ReduceJob>()) {
    reduce->input = source;
    reduce->largest = largest_magnitude(context.input_summary);
  }
}

/// A stage under way on all participants.
class ParticipantsRun {
 public:
  ParticipantsRun(const StageContext& context, std::size_t index, Timing& timing, const ParticipantBuffers* buffers)
      : context_(context), index_(index), timing_(timing), buffers_(buffers) {
    const Plan& plan = context.plan;
    if (plan.stages[index].stage->iteration() != nullptr && participants_exchange(plan)) {
      std::vector<Attendee> attendees;
      for (std::size_t i = 0; i < plan.participants.size(); ++i) {
        if (rows_of(i).empty()) continue;
        GpuRun* const gpu = context.participants[i].gpu;
        attendees.push_back(gpu != nullptr ? Attendee{&gpu->stream(), &gpu->pauses()} : Attendee{});
      }
      barrier_ = std::make_unique<ExchangeBarrier>(attendees, context.peers);
    }
    if (plan.participants.size() > 1 && plan.settings.execution.sharing == Sharing::queue) {
      const Variant* const on_cpu = plan.stages[index].cpu;
      const int threads = on_cpu != nullptr ? taking_threads(*on_cpu, plan.threads) : 1;
      queue_ =
          std::make_unique<RowQueue>(plan.parts[index].back().end, plan.participants, LaunchPipeline::most, threads);
      for (std::size_t i = 0; i < plan.participants.size(); ++i) {
        if (!on_machine(i)) continue;
        // without one the frame is given up, and so is this piece of it
        if (const auto ms = context.participants[i].elsewhere->delay_ms(context.how.waiter)) queue_->set_delay(i, *ms);
      }
    }
    for (std::size_t i = 0; i < plan.participants.size(); ++i) sources_.push_back(source_of(i));
  }

  /// The GPUs and those elsewhere are started, the CPU computes meanwhile, and its threads hand the GPUs their pieces
  /// of a queue; all are waited for.
  Taken run(std::vector<AnyJob>& jobs) {
    std::size_t collectives = 0;
    for (std::size_t i = 0; i < jobs.size(); ++i) {
      fill(jobs[i], context_, index_, rows_of(i));
      const PlannedStage& stage = context_.plan.stages[index_];
      jobs[i]->tunables = context_.plan.participants[i].is_gpu() ? stage.gpu_tunables : stage.cpu_tunables;
      if (barrier_ && !rows_of(i).empty()) jobs[i].as<IterateJob>()->collective = {barrier_.get(), collectives++};
    }
    for (std::size_t i = 0; i < jobs.size(); ++i) {
      if (on_gpu(i)) start_gpu(i, jobs[i]);
      if (on_machine(i)) start_elsewhere(i, jobs[i]);
    }
    for (std::size_t i = 0; i < jobs.size(); ++i) {
      if (on_cpu(i)) note(i, run_cpu(i, jobs[i]));
    }
    while (queue_ && advance_gpus()) std::this_thread::yield();
    for (std::size_t i = 0; i < jobs.size(); ++i) {
      if (on_gpu(i)) note(i, context_.participants[i].gpu->join());
      if (on_machine(i)) note_elsewhere(i, *context_.participants[i].elsewhere);
    }
    if (barrier_) leave_out_waits(jobs);
    Taken out = taken();
    for (std::size_t i = 0; i < jobs.size(); ++i) {
      timing_.participants[i].rows = 0;
      for (const Rows each : out[i]) timing_.participants[i].rows += each.count();
    }
    return out;
  }

  /// Something has failed: what the GPUs still write to goes with the exception. What comes from elsewhere is sent on
  /// by a GPU's stream.
  void settle(const std::exception_ptr& cause) noexcept {
    if (queue_) queue_->stop();
    if (barrier_) barrier_->stop(cause);
    for (const ParticipantContext& each : context_.participants) {
      if (each.elsewhere != nullptr) each.elsewhere->settle();
    }
    for (const ParticipantContext& each : context_.participants) {
      if (each.gpu != nullptr) each.gpu->settle();
    }
  }

 private:
  [[nodiscard]] Rows rows_of(std::size_t i) const { return most_rows(context_.plan, index_, i); }
  /// Where a participant gets its rows; null: a GPU that has all it computes already cuts it by time, where it must.
  [[nodiscard]] std::unique_ptr<RowSource> source_of(std::size_t i) const {
    if (queue_) return std::make_unique<QueueRows>(*queue_, i);
    if (context_.participants[i].gpu != nullptr) return nullptr;
    const Rows rows = rows_of(i);
    const bool in_pieces = sends(i) && on_cpu(i) && context_.plan.settings.execution.sharing == Sharing::automatic;
    return std::make_unique<FixedRows>(in_pieces ? shrinking_pieces(rows, context_.plan.threads) : std::vector{rows});
  }
  /// Whether caches are cold: only with one participant, since others would compute meanwhile.
  [[nodiscard]] bool is_cold() const {
    return context_.how.caches == CacheState::cold && context_.participants.size() == 1;
  }
  [[nodiscard]] bool on_gpu(std::size_t i) const {
    return context_.participants[i].gpu != nullptr && !rows_of(i).empty();
  }
  [[nodiscard]] bool on_machine(std::size_t i) const {
    return context_.participants[i].elsewhere != nullptr && !rows_of(i).empty();
  }
  [[nodiscard]] bool on_cpu(std::size_t i) const {
    return context_.plan.participants[i].is_cpu_here() && !rows_of(i).empty();
  }

  void note(std::size_t i, double ms) {
    timing_.participants[i].stages[index_] += ms;
    timing_.participants[i].compute += ms;
  }

  void note_elsewhere(std::size_t i, MachineRun& run) {
    note(i, run.join());
    timing_.participants[i].crossing += run.crossing_ms();
  }

  /// Leaves out the time for which a participant waits for others, which is no work of its own. The last one waits only
  /// for what it fetches.
  void leave_out_waits(const std::vector<AnyJob>& jobs) {
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < jobs.size(); ++i) {
      const Collective& collective = jobs[i].as<IterateJob>()->collective;
      if (!collective) continue;
      const double ms = barrier_->waited_ms(collective.participant);
      note(i, -ms);
      least = std::min(least, ms);
    }
    timing_.merge += least;
  }

  [[nodiscard]] Taken taken() const {
    if (queue_) return queue_->taken();
    Taken out;
    for (const Rows each : context_.plan.parts[index_]) {
      out.emplace_back();
      if (!each.empty()) out.back().push_back(each);
    }
    return out;
  }

  void start_gpu(std::size_t i, AnyJob& job) {
    const Plan& plan = context_.plan;
    const ParticipantContext& participant = context_.participants[i];
    const Precision precision = plan.settings.problem.precision;
    fill_input(job, context_, index_, participant.input.device_view(), participant.table.device_view());
    job->stream = participant.gpu->stream().get();
    job->trace = participant.trace;
    job->observer = participant.observer;
    const double row_work = plan.workload->worst(plan.parameters) * plan.extent().width;
    const double fma = plan.workload->work(plan.parameters, plan.extent(), precision, {}).fma_per_operation;
    std::function<void(Rows, const device::Event&)> send;
    if (sends(i)) send = [this, i](Rows rows, const device::Event& computed) { buffers_->send(i, rows, &computed); };
    const device::Use use(participant.gpu->stream().device());
    participant.gpu->start(*plan.stages[index_].gpu, job,
                           {.row_work = row_work,
                            .rate_guess = pessimists_rate(device::facts(), precision, fma),
                            .lead_in = context_.how.caches == CacheState::led_in,
                            .undo_lead_in = context_.undo_lead_in,
                            .cold = is_cold(),
                            .most_band = context_.how.most_band,
                            .spoil = context_.how.spoil,
                            .queue = sources_[i].get(),
                            .send = std::move(send),
                            .cut_to_send = context_.participants.size() > 1 && participant.observer == nullptr});
  }

  void start_elsewhere(std::size_t i, const AnyJob& job) {
    context_.participants[i].elsewhere->start({.plan = plan_there(context_.plan, i),
                                               .run = {.stage = index_,
                                                       .trace = context_.how.trace,
                                                       .spoil = context_.how.spoil,
                                                       .at = context_.how.partials_at.value_or(0),
                                                       .waiter = {.progress = progress_sink()},
                                                       .reduced = context_.reduced},
                                               .rows = *sources_[i],
                                               .take = frame_taker(i, job),
                                               .stop = context_.how.waiter.stop});
  }

  /// Returns to whom machines elsewhere report their progress, one at a time; empty: nobody wants to know.
  [[nodiscard]] ProgressSink progress_sink() {
    if (!context_.how.waiter.progress) return {};
    return [this](std::string_view what, double share) {
      const std::lock_guard lock(telling_);
      context_.how.waiter.tell(what, share);
    };
  }

  /// Returns what becomes of rows that a machine elsewhere has computed: they go to where a participant here writes
  /// its, and on from there where they are wanted elsewhere.
  [[nodiscard]] std::function<void(Rows, const Frame&)> frame_taker(std::size_t i, const AnyJob& job) const {
    if (const auto* const map = job.as<MapJob>()) {
      return [this, i, to = map->output](Rows rows, const Frame& frame) {
        take_values(frame, rows, to);
        if (sends(i)) buffers_->send(i, rows, nullptr);
      };
    }
    const auto* const reduce = job.as<ReduceJob>();
    const std::span to(static_cast<double*>(reduce->partials), static_cast<std::size_t>(reduce->partial_count));
    return [to, stage = static_cast<std::size_t>(job->stage)](Rows, const Frame& frame) {
      add_partials(frame, stage, to);
    };
  }

  /// Creating or waking threads is no part of what a variant takes: it depends on what was computed before.
  void make_ready(std::optional<ReadyTeam>& team, int threads) const {
    const Variant& variant = *context_.plan.stages[index_].cpu;
    if (variant.knobs.threads_of_library && !queue_) return end_team();
    team.emplace(context_.plan.settings.execution.binding, taking_threads(variant, threads));
  }

  double run_cpu(std::size_t i, AnyJob& job) {
    const ParticipantContext& participant = context_.participants[i];
    const Variant& variant = *context_.plan.stages[index_].cpu;
    fill_input(job, context_, index_, participant.input.host_view(), participant.table.host_view());
    job->trace = participant.trace;
    const auto scratch = take_scratch(variant, job);
    job->scratch = scratch ? scratch->host() : nullptr;
    if (is_cold()) {
      const std::shared_ptr<Buffer> other = context_.pool.take(MemoryKind::host, bytes_to_evict());
      evict_caches({static_cast<std::byte*>(other->host()), other->bytes()});
    }
    const Watch waking;
    std::optional<ReadyTeam> team;
    make_ready(team, job->threads);
    // beside others, which compute already, it is time that the rows take
    const double woken_ms = context_.plan.participants.size() > 1 ? waking.ms() : 0;
    const Watch all;
    RowSource& rows = *sources_[i];
    if (queue_) {
      BetweenSpans between = between_pieces(i);
      between.scratch_bytes = scratch_of_thread(variant, job);
      compute_from_queue(variant, job, rows, between);
      return woken_ms + all.ms();
    }
    for (Rows piece = rows.take(); !piece.empty() && !job->cancelled(); piece = rows.take()) {
      job->rows = piece;
      run_variant(variant, job);
      if (sends(i) && !job->cancelled()) buffers_->send(i, piece, nullptr);
    }
    return woken_ms + all.ms();
  }

  /// For all threads of the CPU's participant; null: it needs none.
  [[nodiscard]] std::shared_ptr<Buffer> take_scratch(const Variant& variant, const AnyJob& job) const {
    std::size_t bytes = variant.scratch_bytes != nullptr ? call(variant.scratch_bytes, job) : 0;
    if (queue_) {
      bytes = scratch_of_thread(variant, job) * static_cast<std::size_t>(taking_threads(variant, job->threads));
    }
    if (bytes == 0) return nullptr;
    auto out = context_.pool.take(MemoryKind::host, bytes);
    if (context_.how.spoil) std::memset(out->host(), 0xff, bytes);
    return out;
  }

  [[nodiscard]] BetweenSpans between_pieces(std::size_t i) {
    constexpr std::size_t least_bytes = 512 << 10;  // sent in 10 µs; the call for it takes 5
    std::function<void(Rows)> send;
    if (sends(i)) send = [this, i](Rows rows) { buffers_->send(i, rows, nullptr); };
    return {.look_after_gpus = [this] { advance_gpus(); },
            .send = std::move(send),
            .least_sent = static_cast<int>(least_bytes / context_.plan.output.row_bytes()) + 1,
            .sums = context_.plan.stages[index_].stage->sums()};
  }

  /// Whether what the participant has computed is copied to where it is wanted.
  [[nodiscard]] bool sends(std::size_t i) const { return buffers_ != nullptr && buffers_->sends(i); }
  /// False: the GPUs have nothing left to take from the queue.
  bool advance_gpus() {
    bool any = false;
    for (std::size_t i = 0; i < context_.participants.size(); ++i) {
      if (on_gpu(i)) any |= context_.participants[i].gpu->advance();
    }
    return any;
  }

  const StageContext& context_;
  std::size_t index_;
  Timing& timing_;
  const ParticipantBuffers* buffers_;
  std::unique_ptr<RowQueue> queue_;
  std::vector<std::unique_ptr<RowSource>> sources_;  ///< by participant
  std::unique_ptr<ExchangeBarrier> barrier_;
  std::mutex telling_;
};

}  // namespace

Taken run_participants(const StageContext& context, std::size_t index, std::vector<AnyJob> jobs, Timing& timing,
                       const ParticipantBuffers* buffers) {
  ParticipantsRun participants(context, index, timing, buffers);
  try {
    return participants.run(jobs);
  } catch (...) {
    participants.settle(std::current_exception());
    throw;
  }
}

std::optional<Field> run_rows(const StageContext& context, std::size_t index, std::span<const double> carried,
                              Timing& timing) {
  ParticipantBuffers buffers(context, index);
  const Extent& output = context.plan.output;
  std::vector<AnyJob> jobs;
  for (std::size_t i = 0; i < context.participants.size(); ++i) {
    MapJob job;
    job.carried = carried;
    job.output = {buffers.data(i), output.size, output.precision, output.domain};
    job.cutout = computed_part(context.plan);
    jobs.emplace_back(job);
  }
  if (context.how.spoil) {
    buffers.spoil();
  } else {
    buffers.clear();
  }
  buffers.begin_sends();
  const Taken taken = run_participants(context, index, std::move(jobs), timing, &buffers);
  if (context.cancelled()) {
    buffers.wait();
    return std::nullopt;
  }
  return buffers.bring_together(taken, timing);
}

}  // namespace heteroscope
