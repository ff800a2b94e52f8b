#include "app/bench/preparation.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/bench/schedule.hpp"
#include "core/model/settings/processors.hpp"

namespace heteroscope {

int threads_of_stage(const Plan& plan, const PlannedStage& stage) {
  return stage.cpu->knobs.threads ? plan.threads : 1;
}

Planned planned_case(const BenchCase& what, const Settings& settings, Catalog catalog) {
  if (!settings.execution.elsewhere.empty())
    return {std::nullopt, "processor: bench measures the processors of one machine; choose those here, or those there"};
  if (const Execution& execution = settings.execution; !execution.machine.empty()) {
    const std::string there = processors_text(execution);
    return {std::nullopt,
            fmt::format("{}: what a machine elsewhere takes is measured there, by bench --processor {}", there, there)};
  }
  Planned out = plan(settings, catalog, device::Devices::here());
  if (out && what.fast_math) put_fast_math(*out.plan);
  return out;
}

std::vector<int> prepared_for(const std::vector<BenchCase>& cases, Catalog catalog) {
  std::vector<int> out;
  for (const BenchCase& each : cases) {
    if (each.settings.execution.processor == Processor::gpu || !each.skipped.empty()) continue;
    const Planned planned = planned_case(each, each.settings, catalog);
    if (!planned || !planned.plan->uses_cpu()) continue;
    for (const int threads : {threads_of_stage(*planned.plan, planned.plan->stages[each.stage]), 1}) {
      if (std::ranges::find(out, threads) == out.end()) out.push_back(threads);
    }
  }
  const bool on_gpu = std::ranges::any_of(
      cases, [](const BenchCase& each) { return each.settings.execution.processor != Processor::cpu; });
  if (on_gpu && device::facts().available) out.push_back(0);
  return out;
}

void add_to(Schedule& schedule, const std::vector<BenchCase>& cases, Catalog catalog, const BenchEffort& effort) {
  // ceilings are measured before the first rows, once for all
  if (schedule.all() == 0)
    schedule.add_preparation(preparation_ms * static_cast<double>(prepared_for(cases, catalog).size()));
  for (const BenchCase& each : cases) {
    if (!each.skipped.empty()) continue;
    if (const Planned planned = planned_case(each, each.settings, catalog))
      schedule.add(rough_ms(each, *planned.plan->workload, effort));
  }
}

}  // namespace heteroscope
