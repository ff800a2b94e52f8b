#include <algorithm>
#include <functional>
#include <memory>
#include <utility>

#include "core/run/shares/participant_share.hpp"

namespace heteroscope {

namespace {

/// Returns a low guess of the operations that the GPU does in a ms, from which the first band's rows follow: a quarter
/// of what 64 lanes a multiprocessor could do.
double pessimists_rate(const device::Facts& facts, Precision precision, double fma_per_operation) {
  const double lanes = 64.0 * facts.multiprocessors / (precision == Precision::fp64 ? facts.fp32_per_fp64 : 1);
  return 0.25 * lanes * facts.clock_khz / std::max(fma_per_operation, 1.0);
}

class GpuShare final : public ParticipantShare {
 public:
  GpuShare(const SharedStage& stage, std::size_t participant)
      : ParticipantShare(stage, participant), gpu_(*own().gpu) {}

  Attendee attendee() override { return {&gpu_.stream(), &gpu_.pauses()}; }

  void start() override {
    const StageContext& context = stage_.context;
    const Plan& plan = context.plan;
    const Precision precision = plan.settings.problem.precision;
    set_input(own().input.device_view(), own().table.device_view());
    job_->tunables = stage_.stage().gpu_tunables;
    job_->stream = gpu_.stream().get();
    job_->trace = own().trace;
    job_->observer = own().observer;
    const double row_work = plan.workload->worst(plan.parameters) * plan.extent().width;
    const double fma = plan.workload->work(plan.parameters, plan.extent(), precision, {}).fma_per_operation;
    std::function<void(Rows, const device::Event&)> send_rows;
    if (sends()) send_rows = [this](Rows rows, const device::Event& computed) { send(rows, &computed); };
    const device::Use use(gpu_.stream().device());
    gpu_.start(*stage_.stage().gpu, job_,
               {.row_work = row_work,
                .rate_guess = pessimists_rate(device::facts(), precision, fma),
                .lead_in = context.how.caches == CacheState::led_in,
                .undo_lead_in = context.undo_lead_in,
                .cold = stage_.is_cold(),
                .most_band = context.how.most_band,
                .spoil = context.how.spoil,
                .queue = source_.get(),
                .send = std::move(send_rows),
                .cut_to_send = context.participants.size() > 1 && own().observer == nullptr});
  }

  bool advance() override { return gpu_.advance(); }
  Times join() override { return {.all = gpu_.join()}; }
  void settle() noexcept override { gpu_.settle(); }

 private:
  GpuRun& gpu_;
};

}  // namespace

std::unique_ptr<ParticipantShare> make_gpu_share(const SharedStage& stage, std::size_t participant) {
  return std::make_unique<GpuShare>(stage, participant);
}

}  // namespace heteroscope
