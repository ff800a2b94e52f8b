#include "app/window/cover_measured.hpp"

#include <algorithm>

#include "app/window/clock.hpp"

namespace heteroscope {

void CoverMeasurements::note(const CoverOf& of, const CoverMeasured& measured) {
  std::erase_if(entries_, [&](const Entry& each) { return each.of == of; });
  if (entries_.size() == most) entries_.erase(entries_.begin());
  entries_.push_back({of, measured});
}

std::optional<CoverMeasured> CoverMeasurements::find(const CoverOf& of) const {
  const auto found = std::ranges::find(entries_, of, &Entry::of);
  if (found == entries_.end()) return std::nullopt;
  return found->measured;
}

std::optional<std::pair<CoverOf, CoverMeasured>> measured_of(const Frame& frame) {
  const Plan& plan = frame.plan;
  const bool traced = !frame.trace.blocks.empty() || frame.trace.dropped_blocks > 0;
  if (plan.settings.processor != Processor::gpu || traced || frame.timing.gpu_compute <= 0) return std::nullopt;
  const PlannedStage& stage = plan.stages.back();
  for (const NamedVariant& each : stage.stage->variants) {
    if (each.variant != stage.gpu) continue;
    const CoveringVariant* covering = plan.workload->find_cover(each.id);
    if (covering == nullptr) return std::nullopt;
    const double ms = frame.timing.stages.empty() ? frame.timing.gpu_compute : frame.timing.stages.back().gpu;
    return std::pair{CoverOf{.workload = plan.workload,
                             .variant = std::string(each.id),
                             .parameters = without_time(plan.settings, *plan.workload).parameters,
                             .output = plan.output,
                             .rows = plan.output.size.height,
                             .block = block_of(*covering, plan.settings.block)},
                     CoverMeasured{.ms = ms, .bytes_per_s = frame.work.bytes / ms * 1e3}};
  }
  return std::nullopt;
}

}  // namespace heteroscope
