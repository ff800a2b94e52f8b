#include "app/window/features/counters/counters_task.hpp"

#include <utility>

#include "app/compute/compute.hpp"
#include "core/base/error.hpp"
#include "core/plan/plan.hpp"

namespace heteroscope {

void CountersTask::start(const Settings& settings, Catalog catalog, std::vector<device::Facts> gpus) {
  const Settings of = counted_problem(settings, catalog);
  CountedProblem first{.of = of,
                       .machine = this_machine(gpus.front()),
                       .by = {},
                       .limits = gpus.front().multiprocessor,
                       .kernels = {},
                       .columns = {},
                       .why_uncounted = {}};
  begin(of, std::move(first), "", [this, catalog, gpus = std::move(gpus)] { count(catalog, gpus); });
}

void CountersTask::count(Catalog catalog, const std::vector<device::Facts>& gpus) {
  const Planned planned = plan(*settings(), catalog, gpus);
  if (!planned) throw BadInput(planned.refusal);
  change([&](CountedProblem& made) { made.by = executed_by(*planned.plan); });
  const auto ahead = [&](const std::vector<NotedKernel>& kernels) {
    change([&](CountedProblem& made) { made.kernels = kernels; });
    set_share(0.2);
  };
  try {
    const auto frame = count_frame(*planned.plan, counter_names(), ahead, stop_token());
    if (!frame) return;
    const std::vector<CountedColumn> columns = columns_of(*frame, *planned.plan);
    change([&](CountedProblem& made) {
      made.columns = columns;
      made.passes = frame->passes;
    });
  } catch (const device::CountersUnavailable& why) {
    change([&](CountedProblem& made) { made.why_uncounted = why.what(); });
  }
  set_share(1);
}

bool CountersTask::has_times() const {
  const auto now = measured();
  return now != nullptr && (!now->columns.empty() || !now->why_uncounted.empty());
}

}  // namespace heteroscope
