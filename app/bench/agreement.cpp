#include "app/bench/agreement.hpp"

#include <stop_token>

#include "core/base/error.hpp"
#include "core/base/given_up.hpp"
#include "core/run/compare.hpp"
#include "core/verify/case.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {
namespace {

/// Returns the reference's frame of the plan's problem; none where it was given up. Its memory is its own.
std::optional<Frame> reference_frame(const Plan& of, const ExecuteOptions& options) {
  const Planned planned = plan(reference_of(of.settings, *of.workload), catalog(), device::Devices::here());
  if (!planned) throw BadInput("the reference cannot be computed: " + planned.refusal);
  Executor executor;
  return executor.execute(*planned.plan, options);
}

}  // namespace

std::optional<Agreement> References::with(const Frame& frame, const std::stop_token& stop) {
  if (problem_ != frame.plan.problem) {
    const std::optional<Frame> reference = reference_frame(frame.plan, CheckedRun{.summarize = false, .stop = stop});
    if (!reference) return std::nullopt;
    field_ = reference->field;
    problem_ = frame.plan.problem;
  }
  const Diff diff = compare(field_.host_view(), frame.field.with_host_copy().host_view());
  return Agreement{.values = diff.values, .differing = diff.differing, .largest = diff.max_error};
}

const ReferenceResult& References::of_other_problem(const Plan& plan, std::uint32_t number,
                                                    const std::stop_token& stop) {
  if (of_other_ && of_other_->problem == plan.problem && number_ == number) return *of_other_;
  of_other_.reset();
  const std::optional<Frame> frame =
      reference_frame(plan, TimedRun{.summarize = false, .stop = stop, .other_problem = number});
  if (!frame) throw GivenUp{};
  number_ = number;
  of_other_ = reference_result(*frame);
  of_other_->problem = plan.problem;
  return *of_other_;
}

void References::trim() {
  problem_.reset();
  field_ = {};
  of_other_.reset();
}

}  // namespace heteroscope
