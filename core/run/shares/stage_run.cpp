#include "core/run/shares/stage_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <exception>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "core/base/error.hpp"
#include "core/participants/cpu_from_queue.hpp"
#include "core/participants/exchange_barrier.hpp"
#include "core/participants/row_queue.hpp"
#include "core/run/shares/gather.hpp"
#include "core/run/shares/participant_share.hpp"

namespace heteroscope {

namespace {

std::unique_ptr<ParticipantShare> make_share(const SharedStage& stage, std::size_t participant) {
  const ParticipantContext& context = stage.context.participants[participant];
  const auto make = context.gpu != nullptr         ? make_gpu_share
                    : context.elsewhere != nullptr ? make_machine_share
                                                   : make_cpu_share;
  return make(stage, participant);
}

/// The queue from which a stage's participants take their rows; null: each has its own.
std::unique_ptr<RowQueue> queue_of(const Plan& plan, std::size_t index) {
  if (plan.participants.size() == 1 || plan.settings.execution.sharing != Sharing::queue) return nullptr;
  const Variant* const on_cpu = plan.stages[index].cpu;
  const int threads = on_cpu != nullptr ? taking_threads(*on_cpu, plan.threads) : 1;
  return std::make_unique<RowQueue>(plan.parts[index].back().end, plan.participants, LaunchPipeline::most, threads);
}

/// A stage under way on all participants.
class ParticipantsRun {
 public:
  ParticipantsRun(const StageContext& context, std::size_t index, Timing& timing, const ParticipantBuffers* buffers)
      : stage_{.context = context, .index = index, .buffers = buffers, .queue = queue_of(context.plan, index)},
        timing_(timing) {
    stage_.advance = [this] { advance(); };
    if (context.how.waiter.progress) {
      stage_.progress = [this](std::string_view what, double share) {
        const std::lock_guard lock(telling_);
        stage_.context.how.waiter.tell(what, share);
      };
    }
    for (std::size_t i = 0; i < context.participants.size(); ++i) {
      shares_.push_back(make_share(stage_, i));
      if (!shares_.back()->rows().empty()) with_rows_.push_back(shares_.back().get());
    }
    if (stage_.stage().stage->iteration() != nullptr && participants_exchange(context.plan)) {
      std::vector<Attendee> attendees;
      for (ParticipantShare* const each : with_rows_) attendees.push_back(each->attendee());
      barrier_ = std::make_unique<ExchangeBarrier>(attendees, context.peers);
    }
    if (!stage_.queue) return;
    for (ParticipantShare* const each : with_rows_) {
      if (const auto ms = each->delay_ms()) stage_.queue->set_delay(each->participant(), *ms);
    }
  }

  /// The GPUs and those elsewhere are started, the CPU computes meanwhile, and its threads hand the GPUs their pieces
  /// of a queue; all are waited for.
  Taken run(std::vector<AnyJob> jobs) {
    std::size_t collectives = 0;
    for (ParticipantShare* const each : with_rows_) {
      each->set_job(std::move(jobs[each->participant()]));
      if (barrier_) each->job().as<IterateJob>()->collective = {barrier_.get(), collectives++};
    }
    for (ParticipantShare* const each : with_rows_) each->start();
    for (ParticipantShare* const each : with_rows_) each->compute();
    while (stage_.queue && advance()) std::this_thread::yield();
    for (ParticipantShare* const each : with_rows_) {
      const ParticipantShare::Times times = each->join();
      note(*each, times.all);
      timing_.participants[each->participant()].crossing += times.crossing;
    }
    if (barrier_) leave_out_waits();
    Taken out = taken();
    for (std::size_t i = 0; i < out.size(); ++i) {
      timing_.participants[i].rows = 0;
      for (const Rows each : out[i]) timing_.participants[i].rows += each.count();
    }
    return out;
  }

  /// Something has failed: what the participants still write to goes with the exception. What comes from elsewhere is
  /// sent on by the stream of a GPU, which stands ahead of it.
  void settle(const std::exception_ptr& cause) noexcept {
    if (stage_.queue) stage_.queue->stop();
    if (barrier_) barrier_->stop(cause);
    for (auto each = shares_.rbegin(); each != shares_.rend(); ++each) (*each)->settle();
  }

 private:
  void note(const ParticipantShare& share, double ms) {
    ParticipantTime& timing = timing_.participants[share.participant()];
    timing.stages[stage_.index] += ms;
    timing.compute += ms;
  }

  /// Leaves out the time for which a participant waits for others, which is no work of its own. The last one waits only
  /// for what it fetches.
  void leave_out_waits() {
    double least = std::numeric_limits<double>::infinity();
    for (ParticipantShare* const each : with_rows_) {
      const double ms = barrier_->waited_ms(each->job().as<IterateJob>()->collective.participant);
      note(*each, -ms);
      least = std::min(least, ms);
    }
    timing_.merge += least;
  }

  [[nodiscard]] Taken taken() const {
    if (stage_.queue) return stage_.queue->taken();
    Taken out;
    for (const Rows each : stage_.context.plan.parts[stage_.index]) {
      out.emplace_back();
      if (!each.empty()) out.back().push_back(each);
    }
    return out;
  }

  /// False: nothing is left in the queue for those that are to be advanced.
  bool advance() {
    bool any = false;
    for (ParticipantShare* const each : with_rows_) any |= each->advance();
    return any;
  }

  SharedStage stage_;
  Timing& timing_;
  std::vector<std::unique_ptr<ParticipantShare>> shares_;  ///< by participant
  std::vector<ParticipantShare*> with_rows_;
  std::unique_ptr<ExchangeBarrier> barrier_;
  std::mutex telling_;
};

/// Throws VariantFault where a value still is as ParticipantBuffers::spoil_some() has left it: the same number, or a
/// NaN of which all bits are 1, which none that is computed or copied has.
void check_computed(const Field& field, std::span<const SpoiledValue> spoiled) {
  constexpr std::uint64_t as_double = 0xffff'ffff'e000'0000;  // of a float, whose value has fewer bits
  for (const auto& [column, row, value] : spoiled) {
    const double found = field.value(column, row);
    if (found != value && std::bit_cast<std::uint64_t>(found) < as_double) continue;
    throw VariantFault(fmt::format("in a measured run it did not compute the value at column {}, row {}", column, row));
  }
}

}  // namespace

Taken run_participants(const StageContext& context, std::size_t index, std::vector<AnyJob> jobs, Timing& timing,
                       const ParticipantBuffers* buffers) {
  ParticipantsRun participants(context, index, timing, buffers);
  try {
    return participants.run(std::move(jobs));
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
  std::vector<SpoiledValue> spoiled;
  if (context.how.spoil) {
    buffers.spoil();
  } else {
    buffers.clear();
    if (context.how.spoil_some) spoiled = buffers.spoil_some();
  }
  buffers.begin_sends();
  const Taken taken = run_participants(context, index, std::move(jobs), timing, &buffers);
  if (context.cancelled()) {
    buffers.wait();
    return std::nullopt;
  }
  Field out = buffers.bring_together(taken, timing);
  check_computed(out, spoiled);
  return out;
}

}  // namespace heteroscope
