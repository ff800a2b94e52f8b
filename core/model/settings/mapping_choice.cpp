#include "core/model/settings/mapping_choice.hpp"

#include <algorithm>

namespace heteroscope {

namespace {

bool knows(const Variant& variant, std::string_view mapping) {
  return std::ranges::find(variant.knobs.mappings, mapping) != variant.knobs.mappings.end();
}

}  // namespace

std::vector<std::string_view> mappings_of(const Workload& workload) {
  std::vector<std::string_view> out;
  for (const Stage& stage : workload.stages) {
    for (const NamedVariant& each : stage.variants) {
      for (const std::string_view mapping : each.variant->knobs.mappings) {
        if (std::ranges::find(out, mapping) == out.end()) out.push_back(mapping);
      }
    }
  }
  return out;
}

void choose_mapping(Settings& settings, const Workload& workload, std::string_view mapping) {
  settings.execution.mapping = mapping;
  for (const Stage& stage : workload.stages) {
    const auto choice = settings.execution.variants.find(stage.id);
    const Variant* const chosen =
        choice == settings.execution.variants.end() ? nullptr : stage.find(choice->second.gpu);
    // a variant that lays its blocks in its own way has no use for a mapping
    if (chosen == nullptr || chosen->knobs.mappings.empty() || knows(*chosen, mapping)) continue;
    const auto other =
        std::ranges::find_if(stage.variants, [&](const NamedVariant& each) { return knows(*each.variant, mapping); });
    if (other != stage.variants.end()) choice->second.gpu = other->id;
  }
}

void choose_gpu_variant(Settings& settings, const Stage& stage, std::string_view id) {
  settings.execution.variants[std::string(stage.id)].gpu = id;
  const Variant* const chosen = stage.find(id);
  const bool other =
      chosen != nullptr && !chosen->knobs.mappings.empty() && !knows(*chosen, settings.execution.mapping);
  if (other) settings.execution.mapping.clear();
}

}  // namespace heteroscope
