#include "app/window/cover/measured.hpp"

#include "app/window/session/clock.hpp"
#include "core/base/failure.hpp"

namespace heteroscope {

Settings measured_settings(const Settings& settings, const Workload& workload) {
  Settings out{
      .problem = without_time(settings, workload).problem,
      .execution = {
          .processor = Processor::gpu, .memory = settings.execution.memory, .block = settings.execution.block}};
  out.problem.size = Problem{}.size;
  return out;
}

void measure_covers(const Settings& settings, Catalog catalog, device::Devices devices, std::size_t free_bytes,
                    const std::atomic<bool>& stop,
                    const std::function<void(std::shared_ptr<const CoverMeasured>)>& publish) {
  const Workload& workload = find_workload(catalog, settings.problem.workload);
  const Stage& stage = workload.stages.back();
  CoverMeasured out{.settings = settings};
  Executor executor;
  for (const CoveringVariant& each : workload.covers->variants) {
    if (stop) return;
    const std::string id(each.variant);
    const Failure failed = attempt([&] {
      Settings with = alone(settings, stage, {each.variant, stage.find(each.variant)});
      if (!each.any_block) with.execution.block = {};
      const Planned planned = plan(with, catalog, devices);
      if (!planned) {
        out.why_not[id] = planned.refusal;
      } else if (const Extent& extent = planned.plan->output;
                 4 * static_cast<double>(extent.size.area()) * static_cast<double>(bytes_of(extent.precision)) >
                 static_cast<double>(free_bytes)) {
        out.why_not[id] = "too large to be measured beside the picture";
      } else if (const auto runs = timed_runs(executor, *planned.plan, stop)) {
        out.runs[id] = *runs;
      }
    });
    if (stop) return;
    if (failed) out.why_not[id] = failed.line;
    publish(std::make_shared<CoverMeasured>(out));
  }
}

}  // namespace heteroscope
