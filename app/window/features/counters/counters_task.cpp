#include "app/window/features/counters/counters_task.hpp"

#include <utility>

#include "app/compute/compute.hpp"
#include "app/window/model/times/frame_section.hpp"
#include "core/base/error.hpp"
#include "core/model/settings/processors.hpp"
#include "core/plan/plan.hpp"
#include "core/run/execute.hpp"

namespace heteroscope {

Settings counted_problem(const Settings& settings, Catalog catalog) {
  Settings out = settings;
  set_processors(out.execution, out.execution.machine.empty() ? "gpu" : "gpu@" + out.execution.machine);
  return what_times_belong_to(out, catalog);
}

void CountersTask::start(const Settings& settings, Catalog catalog, std::vector<device::Facts> gpus) {
  const Settings of = counted_problem(settings, catalog);
  Settings computed = of;
  if (find_workload(catalog, of.problem.workload).iterates()) computed.problem.steps = counted_steps;
  begin(of, {.of = of, .computed = computed}, "", [this, catalog, gpus = std::move(gpus)] { count(catalog, gpus); });
}

void CountersTask::count(Catalog catalog, const std::vector<device::Facts>& gpus) {
  tell(0, "the kernels' resources");
  const Planned planned = plan(measured()->computed, catalog, gpus);
  if (!planned) throw BadInput(planned.refusal);
  change([&](CountedProblem& made) {
    made.machine = computing_machine(settings()->execution);
    made.by = executed_by(*planned.plan);
    for (const PlannedStage& each : planned.plan->stages) {
      if (each.gpu->own != nullptr) made.own.push_back(each.gpu);
    }
    made.limits = devices_of(settings()->execution, gpus).first().multiprocessor;
  });
  Executor executor;
  constexpr double of_kernels = 0.2;
  const auto counted = [&](std::vector<std::string> counters) {
    const auto tell_pass = [&](std::string_view pass, double share) {
      if (!pass.empty()) tell(of_kernels + (1 - of_kernels) * share, pass);
    };
    return executor.execute(*planned.plan, CountedRun{.counters = std::move(counters),
                                                      .waiter = {.stop = stop_token(), .progress = tell_pass}});
  };
  const auto noted = counted({});
  if (!noted || given_up()) return;
  change([&](CountedProblem& made) { made.kernels = noted->counted->kernels; });
  set_share(of_kernels);
  const auto frame = counted(counter_names());
  if (!frame) return;
  const std::vector<CountedColumn> columns = columns_of(*frame);
  change([&](CountedProblem& made) {
    made.columns = columns;
    made.passes = frame->counted->passes;
    made.why_uncounted = frame->counted->uncounted;
  });
  set_share(1);
}

bool CountersTask::has_times() const {
  const auto now = measured();
  return now != nullptr && (!now->columns.empty() || !now->why_uncounted.empty());
}

}  // namespace heteroscope
