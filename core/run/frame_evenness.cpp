#include "core/run/frame_evenness.hpp"

#include <fmt/format.h>
#include <stop_token>

namespace heteroscope {

std::string why_even(const Workload& workload, const Extent& output) {
  if (workload.work_model || output.domain != Domain::whole) return {};
  return fmt::format("all cells of {} cost the same, so its warps are evenly busy", workload.id);
}

BlockShape warp_block(const Settings& settings, const Workload& workload) {
  if (settings.execution.block.threads() > 0) return settings.execution.block;
  const Stage& stage = workload.stages.back();
  const auto chosen = settings.execution.variants.find(stage.id);
  const Variant* variant = stage.find(chosen == settings.execution.variants.end() || chosen->second.gpu.empty()
                                          ? std::string(stage.default_gpu)
                                          : chosen->second.gpu);
  if (variant != nullptr && variant->knobs.default_block.threads() > 0) return variant->knobs.default_block;
  return {32, 8};
}

Warps warps_of(const Frame& frame) {
  return {.field = frame.field.size(), .block = warp_block(frame.plan.settings, *frame.plan.workload)};
}

Evenness frame_evenness(const Frame& frame, const std::stop_token& stop) {
  const Workload& workload = *frame.plan.workload;
  const Field field = frame.field.with_host_copy();
  const auto work = [&](double value) {
    return workload.work_model ? workload.work_model->work(frame.plan.parameters, value) : 1.0;
  };
  return evenness_of(field.host_view(), warps_of(frame).block, work, stop);
}

}  // namespace heteroscope
