#include "app/measures/own_code.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "core/device/device.hpp"
#include "core/own/gpu_module.hpp"
#include "core/own/own_variant.hpp"
#include "core/own/source/launch_shape.hpp"
#include "kernels/embedded_files.hpp"

namespace heteroscope {
namespace {

/// The stage of the plan that the file computes on its processor; null where it computes none.
const PlannedStage* stage_of(const Plan* plan, const OwnSource& source) {
  if (plan == nullptr) return nullptr;
  const auto found = std::ranges::find_if(plan->stages, [&](const PlannedStage& each) {
    const Variant* const variant = source.processor == Processor::gpu ? each.gpu : each.cpu;
    return variant != nullptr && variant->own != nullptr && variant->own->path == source.path;
  });
  return found == plan->stages.end() ? nullptr : &*found;
}

/// The precision in which the plan computes, or the first that the file has.
Precision precision_of(const OwnSource& source, const Plan& plan) {
  const Precision wanted = plan.settings.problem.precision;
  return std::ranges::find(source.precisions, wanted) == source.precisions.end() ? source.precisions.front() : wanted;
}

std::vector<NotedKernel> kernels_of(const OwnVariant& variant, const Plan& plan, const PlannedStage& stage) {
  const OwnSource& source = variant.source();
  const auto number = static_cast<std::size_t>(std::distance(plan.stages.data(), &stage));
  const OwnLaunchFacts facts{.cells = shared_extent(plan, number).size,
                             .block = stage.block,
                             .tunables = stage.gpu_tunables,
                             .precision = precision_of(source, plan)};
  const OwnLaunchShape shape = launch_shape(source, facts, device::facts());
  const std::vector<device::KernelNeeds> needs = variant.needs(facts.precision, facts.tunables);
  std::vector<NotedKernel> out;
  for (std::size_t i = 0; i < needs.size(); ++i) {
    NotedKernel& each = out.emplace_back(NotedKernel{.stage = static_cast<int>(number)});
    each.kernel = {source.kernels[i].name.text, needs[i]};
    for (std::size_t axis = 0; axis < shape.grid.size(); ++axis)
      each.launch.grid[axis] = static_cast<unsigned>(shape.grid[axis]);
    each.launch.block = {static_cast<unsigned>(facts.block.x), static_cast<unsigned>(facts.block.y), 1};
    each.launch.dynamic_shared = static_cast<std::size_t>(shape.dynamic_shared);
  }
  return out;
}

}  // namespace

OwnCode own_code(const OwnSource& source, const Plan* plan) {
  const PlannedStage* const stage = stage_of(plan, source);
  const bool gpu = source.processor == Processor::gpu;
  std::vector<int> tunables;
  if (stage != nullptr) tunables = gpu ? stage->gpu_tunables : stage->cpu_tunables;
  const OwnVariant variant(source, {.headers = own_headers()});
  CompiledCode code = variant.compile(tunables);
  OwnCode out{.kernels = {}, .ptx = std::move(code.ptx), .machine = disassembly(code, source)};
  const bool loads = gpu && device::facts().available && gpu_module_unavailable(device::facts()).empty();
  if (stage != nullptr && loads) out.kernels = kernels_of(variant, *plan, *stage);
  return out;
}

}  // namespace heteroscope
