#include "app/bench/agreement.hpp"

#include <stop_token>

#include "core/base/error.hpp"
#include "core/run/compare.hpp"
#include "core/verify/case.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {

std::optional<Agreement> References::with(const Frame& frame, const std::stop_token& stop) {
  if (problem_ != frame.plan.problem) {
    const Planned planned =
        plan(reference_of(frame.plan.settings, *frame.plan.workload), catalog(), device::Devices::here());
    if (!planned) throw BadInput("the reference cannot be computed: " + planned.refusal);
    Executor executor;
    const std::optional<Frame> reference =
        executor.execute(*planned.plan, CheckedRun{.summarize = false, .stop = stop});
    if (!reference) return std::nullopt;
    field_ = reference->field;
    problem_ = frame.plan.problem;
  }
  const Diff diff = compare(field_.host_view(), frame.field.with_host_copy().host_view());
  return Agreement{.values = diff.values, .differing = diff.differing, .largest = diff.max_error};
}

void References::trim() {
  problem_.reset();
  field_ = {};
}

}  // namespace heteroscope
