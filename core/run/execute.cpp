#include "core/run/execute.hpp"

#include <variant>

#include "core/link/wire.hpp"
#include "core/run/describe.hpp"
#include "core/run/local_executor.hpp"
#include "core/worker/machine_executor.hpp"
#include "core/worker/worker_executor.hpp"

namespace heteroscope {

Executor::Executor() : here_(std::make_unique<LocalExecutor>()) {}
Executor::~Executor() = default;

std::optional<Frame> Executor::execute(const Plan& plan, const ExecuteOptions& options) {
  const bool far = !plan.settings.execution.machine.empty();
  std::optional<Frame> frame = far                    ? elsewhere(plan, options)
                               : runs_in_worker(plan) ? in_worker(plan, options)
                                                      : here_->execute(plan, options);
  if (frame && std::holds_alternative<CountedRun>(options) && !frame->counted) throw WireReader::damaged();
  if (frame) frame->serial = ++serial_;
  return frame;
}

std::optional<Frame> Executor::in_worker(const Plan& plan, const ExecuteOptions& options) {
  if (worker_ == nullptr) worker_ = std::make_unique<WorkerExecutor>();
  std::optional<Frame> frame = worker_->execute(plan, options);
  if (frame) add_quantiles(*frame);
  return frame;
}

std::optional<Frame> Executor::elsewhere(const Plan& plan, const ExecuteOptions& options) {
  const std::string& machine = plan.settings.execution.machine;
  if (machine_ == nullptr || machine_->machine() != machine) machine_ = std::make_unique<MachineExecutor>(machine);
  std::optional<Frame> frame = machine_->execute(plan, options);
  if (frame) add_quantiles(*frame);
  return frame;
}

void Executor::trim() {
  here_->trim();
  if (worker_ != nullptr) worker_->trim();
  if (machine_ != nullptr) machine_->trim();
}

void Executor::rest() {
  here_->rest();
}

}  // namespace heteroscope
