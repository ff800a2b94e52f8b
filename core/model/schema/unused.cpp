#include "core/model/schema/unused.hpp"

#include <algorithm>
#include <any>
#include <utility>

#include "core/model/settings/processors.hpp"

namespace heteroscope {

std::vector<UnusedParameter> unused_parameters(const Settings& settings, const Workload& workload) {
  std::vector<UnusedParameter> out;
  if (workload.unused == nullptr) return out;
  const std::any bound = workload.bind(settings.problem.parameters);
  for (const Parameter& each : workload.parameters) {
    std::string why = workload.unused(bound, settings, each.id);
    if (!why.empty()) out.push_back({each.id, std::move(why)});
  }
  return out;
}

std::string why_unused(const std::vector<UnusedParameter>& unused, std::string_view id) {
  const auto found = std::ranges::find(unused, id, &UnusedParameter::id);
  return found == unused.end() ? std::string() : found->why;
}

namespace {

std::vector<ChosenVariant> variants_on(bool cpu, bool gpu, const Settings& settings, const Workload& workload) {
  std::vector<ChosenVariant> out;
  for (const Stage& stage : workload.stages) {
    const auto chosen = settings.execution.variants.find(stage.id);
    if (chosen == settings.execution.variants.end()) continue;
    const auto add = [&](const std::string& id) {
      if (const Variant* const variant = stage.find(id)) out.push_back({id, variant});
    };
    if (cpu) add(chosen->second.cpu);
    if (gpu) add(chosen->second.gpu);
  }
  return out;
}

}  // namespace

std::vector<ChosenVariant> computing_variants(const Settings& settings, const Workload& workload) {
  const Execution& execution = settings.execution;
  return variants_on(computes_on(execution, Processor::cpu), computes_on(execution, Processor::gpu), settings,
                     workload);
}

std::vector<ChosenVariant> variants_of(Processor processor, const Settings& settings, const Workload& workload) {
  return variants_on(processor == Processor::cpu, processor == Processor::gpu, settings, workload);
}

}  // namespace heteroscope
