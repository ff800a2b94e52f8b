#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "core/run/shares/participant_share.hpp"

namespace heteroscope {

namespace {

class MachineShare final : public ParticipantShare {
 public:
  MachineShare(const SharedStage& stage, std::size_t participant)
      : ParticipantShare(stage, participant), machine_(*own().elsewhere) {
    if (!source_) source_ = std::make_unique<FixedRows>(std::vector{rows_});
  }

  std::optional<double> delay_ms() override { return machine_.delay_ms(stage_.context.how.waiter); }

  void start() override {
    const StageContext& context = stage_.context;
    machine_.start({.plan = plan_there(context.plan, participant_),
                    .run = {.stage = stage_.index,
                            .trace = context.how.trace,
                            .spoil = context.how.spoil,
                            .at = context.how.partials_at.value_or(0),
                            .waiter = {.progress = stage_.progress},
                            .reduced = context.reduced},
                    .rows = *source_,
                    .take = frame_taker(),
                    .stop = context.how.waiter.stop});
  }

  Times join() override {
    const double all = machine_.join();
    return {.all = all, .crossing = machine_.crossing_ms()};
  }

  void settle() noexcept override { machine_.settle(); }

 private:
  /// Returns what becomes of rows that the machine has computed: they go to where a participant here writes its, and
  /// on from there where they are wanted elsewhere.
  [[nodiscard]] std::function<void(Rows, const Frame&)> frame_taker() const {
    if (const auto* const map = job_.as<MapJob>()) {
      return [this, to = map->output](Rows rows, const Frame& frame) {
        take_values(frame, rows, to);
        if (sends()) send(rows, nullptr);
      };
    }
    const auto* const reduce = job_.as<ReduceJob>();
    const std::span to(static_cast<double*>(reduce->partials), static_cast<std::size_t>(reduce->partial_count));
    return [to, stage = stage_.index](Rows, const Frame& frame) { add_partials(frame, stage, to); };
  }

  MachineRun& machine_;
};

}  // namespace

std::unique_ptr<ParticipantShare> make_machine_share(const SharedStage& stage, std::size_t participant) {
  return std::make_unique<MachineShare>(stage, participant);
}

}  // namespace heteroscope
