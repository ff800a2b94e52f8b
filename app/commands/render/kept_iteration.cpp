#include "app/commands/render/kept_iteration.hpp"

#include <fmt/format.h>

#include "app/console/console.hpp"
#include "app/console/exit_code.hpp"
#include "app/ranks/ranks.hpp"
#include "core/base/error.hpp"
#include "core/base/failure.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {

bool keeps_state(const RenderOptions& options, const Settings& settings) {
  const bool iterates = find_workload(catalog(), settings.problem.workload).iterates();
  if (options.checkpoint && !iterates) {
    throw BadInput(fmt::format("--checkpoint: {} does not iterate; a result in pieces (--tile) saves its pieces anyway",
                               settings.problem.workload));
  }
  const bool keeps = iterates && (options.checkpoint || options.resume);
  if (keeps && options.trace) throw BadInput("--trace: an iteration that is saved and continued has no single trace");
  return keeps;
}

CheckpointUse KeptIteration::use(const Plan& plan) {
  constexpr double usual_s = 60;
  const double every_s = options_.checkpoint ? parse_duration("--checkpoint", *options_.checkpoint) : usual_s;
  file_ = std::make_unique<CheckpointFile>(
      plan, out_, options_.resume, [this](std::int64_t step, std::int64_t target) { return show(step, target); });
  if (ranks() == nullptr) request_.emplace();  // ranks look for requests as long as they compute together
  if (ranks() == nullptr || ranks()->leads()) progress_.emplace("render");
  return {.store = file_.get(), .every_ms = 1000 * every_s};
}

bool KeptIteration::show(std::int64_t step, std::int64_t target) {
  if (progress_) {
    if (!since_) {
      since_.emplace();
      first_ = step;
    }
    std::optional<double> left_s;
    if (step > first_)
      left_s = since_->ms() / 1000 / static_cast<double>(step - first_) * static_cast<double>(target - step);
    progress_->show(static_cast<std::size_t>(step), static_cast<std::size_t>(target), left_s, "steps");
  }
  return !EndOnRequest::asked();
}

void KeptIteration::attempt_all(const std::function<void()>& work) const {
  const Failure failed = attempt(work);
  if (!failed) return;
  const std::string kept = file_ == nullptr ? "" : file_->kept_text();
  raise(kept.empty() ? failed
                     : Failure{failed.kind, fmt::format("{}; {} is saved: --resume continues", failed.line, kept)});
}

int KeptIteration::say_stopped() const {
  print_error("heteroscope", fmt::format("render was stopped at {}; --resume continues", file_->kept_text()));
  return exit_stopped;
}

void KeptIteration::finish() {
  if (file_ != nullptr) file_->finish();
}

}  // namespace heteroscope
