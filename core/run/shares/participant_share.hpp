#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>

#include "core/participants/exchange_barrier.hpp"
#include "core/participants/row_queue.hpp"
#include "core/run/shares/stage_run.hpp"

namespace heteroscope {

/// The context that all shares of a stage have in common.
struct SharedStage {
  const StageContext& context;
  std::size_t index;                  ///< of the stage
  const ParticipantBuffers* buffers;  ///< they send rows to where these are wanted; null: rows stay where they are
  std::unique_ptr<RowQueue> queue{};  ///< where all take their rows from; null: each has its own
  ProgressSink progress{};            ///< for participants elsewhere, by any thread; empty: nobody wants to know
  std::function<void()> advance{};    ///< calls advance() of all shares

  [[nodiscard]] const PlannedStage& stage() const { return context.plan.stages[index]; }
  /// Whether caches are cold: only with one participant, since others would compute meanwhile.
  [[nodiscard]] bool is_cold() const {
    return context.how.caches == CacheState::cold && context.participants.size() == 1;
  }
};

/// One participant's share of a stage: some rows, or what it takes from a queue. To be used in this order: start(),
/// compute() once all have started, advance() as long as any returns true, join(). A share without rows is not started.
class ParticipantShare {
 public:
  /// Times in ms.
  struct Times {
    double all = 0;
    double crossing = 0;  ///< the part of it in which a participant elsewhere was not computing
  };

  ParticipantShare(const SharedStage& stage, std::size_t participant);
  virtual ~ParticipantShare() = default;
  ParticipantShare(const ParticipantShare&) = delete;
  ParticipantShare& operator=(const ParticipantShare&) = delete;

  [[nodiscard]] std::size_t participant() const { return participant_; }
  /// Returns the rows that it has at most.
  [[nodiscard]] Rows rows() const { return rows_; }
  /// Sets the job, which says where results are written; all else of it is filled in here.
  void set_job(AnyJob job);
  [[nodiscard]] AnyJob& job() { return job_; }

  /// Returns how it waits for others in the middle of a job; nothing: it does not.
  virtual Attendee attendee() { return {}; }
  /// Returns the time that each piece of a queue takes beside its computing, in ms; nothing: none, or the frame is
  /// given up.
  virtual std::optional<double> delay_ms() { return std::nullopt; }
  /// Begins what needs no further call from this thread.
  virtual void start() {}
  /// Computes what this thread computes, while what the others have started is under way.
  virtual void compute() {}
  /// Launches what a queue has for it and there is room for, without waiting; false: it has nothing left.
  virtual bool advance() { return false; }
  /// Waits for its end. Throws what ended it early.
  virtual Times join() = 0;
  /// Ends it after a failure: nothing is computed or written any more when this returns.
  virtual void settle() noexcept {}

 protected:
  [[nodiscard]] const ParticipantContext& own() const { return stage_.context.participants[participant_]; }
  /// Sets where the job finds what the stage reads.
  void set_input(const FieldView& input, const FieldView& table);
  /// Returns whether its rows are copied to where they are wanted.
  [[nodiscard]] bool sends() const;
  /// Copies rows there. `computed`: of a GPU, the event after which it has computed them.
  void send(Rows rows, const device::Event* computed) const;

  const SharedStage& stage_;
  const std::size_t participant_;
  const Rows rows_;
  AnyJob job_ = MapJob{};
  std::unique_ptr<RowSource> source_;  ///< null: it has its rows already, and cuts them itself where it must
};

/// Returns the share of the CPU, whose threads compute within compute() and advance the others between their pieces of
/// a queue.
std::unique_ptr<ParticipantShare> make_cpu_share(const SharedStage& stage, std::size_t participant);
/// Returns the share of a GPU here.
std::unique_ptr<ParticipantShare> make_gpu_share(const SharedStage& stage, std::size_t participant);
/// Returns the share of a processor of a machine elsewhere.
std::unique_ptr<ParticipantShare> make_machine_share(const SharedStage& stage, std::size_t participant);

}  // namespace heteroscope
