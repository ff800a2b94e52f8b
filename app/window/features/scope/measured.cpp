#include "app/window/features/scope/measured.hpp"

#include <fmt/format.h>

#include <string_view>

#include "app/window/model/times/clock.hpp"
#include "core/base/failure.hpp"
#include "core/base/plural.hpp"

namespace heteroscope {

Settings measured_settings(const Settings& settings, const Workload& workload) {
  Settings out{
      .problem = without_time(settings, workload).problem,
      .execution = {
          .processor = Processor::gpu, .memory = settings.execution.memory, .block = settings.execution.block}};
  out.problem.size = Problem{}.size;
  return out;
}

void measure_in_turns(const std::vector<PlannedCase>& cases, const std::vector<std::string>& names,
                      const Waiter& waiter, MappingMeasured& to) {
  if (cases.empty()) return;
  VariantMeter meter({}, waiter.stop);
  const std::string times = fmt::format("times of {}", with_more(names.front(), names.size()));
  meter.tell([&](double part, std::string_view before) { waiter.tell(before.empty() ? times : before, part); });
  const std::vector<VariantMeter::Outcome> found = meter.measure(cases);
  if (waiter.asked()) return;
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (found[i].failure) to.why_not[names[i]] = found[i].failure.line;
    if (found[i].time) to.times[names[i]] = *found[i].time;
  }
}

void measure_mappings(const Settings& settings, Catalog catalog, device::Devices devices, std::size_t free_bytes,
                      const Waiter& waiter,
                      const std::function<void(std::shared_ptr<const MappingMeasured>)>& publish) {
  const Workload& workload = find_workload(catalog, settings.problem.workload);
  const Stage& stage = workload.stages.back();
  MappingMeasured out{.settings = settings};
  std::vector<std::string> ids;
  std::vector<PlannedCase> cases;
  for (const MappedVariant& each : workload.block_mappings->variants) {
    const std::string id(each.variant);
    Settings with = alone(settings, stage, {each.variant, stage.find(each.variant)});
    if (!each.any_block) with.execution.block = {};
    const Failure failed = attempt([&] {
      Planned planned = plan(with, catalog, devices);
      if (!planned) {
        out.why_not[id] = planned.refusal;
      } else if (const Extent& extent = planned.plan->output;
                 4 * static_cast<double>(extent.size.area()) * static_cast<double>(bytes_of(extent.precision)) >
                 static_cast<double>(free_bytes)) {
        out.why_not[id] = "too large to be measured beside the picture";
      } else {
        cases.push_back(case_of(with, *std::move(planned.plan), stage.id));
        ids.push_back(id);
      }
    });
    if (failed) out.why_not[id] = failed.line;
  }
  publish(std::make_shared<MappingMeasured>(out));
  measure_in_turns(cases, ids, waiter, out);
  if (waiter.asked()) return;
  publish(std::make_shared<MappingMeasured>(out));
}

}  // namespace heteroscope
