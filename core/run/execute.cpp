#include "core/run/execute.hpp"

#include "core/run/describe.hpp"
#include "core/run/local_executor.hpp"
#include "core/worker/worker_executor.hpp"

namespace heteroscope {

Executor::Executor() : here_(std::make_unique<LocalExecutor>()) {}
Executor::~Executor() = default;

std::optional<Frame> Executor::execute(const Plan& plan, const ExecuteOptions& options) {
  std::optional<Frame> frame = runs_in_worker(plan) ? in_worker(plan, options) : here_->execute(plan, options);
  if (frame) frame->serial = ++serial_;
  return frame;
}

std::optional<Frame> Executor::in_worker(const Plan& plan, const ExecuteOptions& options) {
  if (worker_ == nullptr) worker_ = std::make_unique<WorkerExecutor>();
  std::optional<Frame> frame = worker_->execute(plan, options);
  if (frame) add_quantiles(*frame);
  return frame;
}

void Executor::trim() {
  here_->trim();
  if (worker_ != nullptr) worker_->trim();
}

}  // namespace heteroscope
