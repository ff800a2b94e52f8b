#include "app/window/model/own_variants.hpp"

#include "core/model/settings/processors.hpp"

namespace heteroscope {

std::vector<const Variant*> own_variants_of(const Workload& workload) {
  std::vector<const Variant*> out;
  for (const Stage& stage : workload.stages) {
    for (const NamedVariant& each : stage.variants) {
      if (each.variant->own != nullptr) out.push_back(each.variant);
    }
  }
  return out;
}

std::vector<const Variant*> own_variants_of(const Settings& settings, const Workload& workload) {
  const Execution& execution = settings.execution;
  std::vector<const Variant*> out;
  const auto add = [&](const Variant* variant) {
    if (variant != nullptr && variant->own != nullptr) out.push_back(variant);
  };
  for (const Stage& stage : workload.stages) {
    const auto chosen = execution.variants.find(stage.id);
    if (chosen == execution.variants.end()) continue;
    if (computes_on(execution, Processor::cpu)) add(stage.find(chosen->second.cpu));
    if (computes_on(execution, Processor::gpu)) add(stage.find(chosen->second.gpu));
  }
  return out;
}

}  // namespace heteroscope
