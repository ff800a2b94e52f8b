#include "core/model/schema/own_choices.hpp"

#include <algorithm>
#include <string_view>

#include "core/model/settings/processors.hpp"
#include "core/model/settings/refusals.hpp"

namespace heteroscope {
namespace {

bool is_own(const Stage& stage, std::string_view id) {
  const Variant* const variant = stage.find(id);
  return variant != nullptr && variant->own != nullptr;
}

void give_up(Execution& execution, const Workload& workload, bool of_cpu, bool of_gpu) {
  for (const Stage& stage : workload.stages) {
    const auto chosen = execution.variants.find(stage.id);
    if (chosen == execution.variants.end()) continue;
    StageChoice& choice = chosen->second;
    if (of_cpu && is_own(stage, choice.cpu)) choice.cpu = stage.default_cpu;
    if (of_gpu && is_own(stage, choice.gpu)) choice.gpu = stage.default_gpu;
  }
  // a value belongs to all that declare it: the program's variants, and the files that are still chosen
  std::erase_if(execution.tunables, [&](const auto& tunable) {
    return std::ranges::none_of(workload.stages, [&](const Stage& stage) {
      const auto chosen = execution.variants.find(stage.id);
      return std::ranges::any_of(stage.variants, [&](const NamedVariant& each) {
        const bool is_chosen =
            chosen != execution.variants.end() && (each.id == chosen->second.cpu || each.id == chosen->second.gpu);
        return (each.variant->own == nullptr || is_chosen) &&
               each.variant->knobs.find_tunable(tunable.first) != nullptr;
      });
    });
  });
}

}  // namespace

Settings without_own_files(Settings settings, const Workload& workload) {
  give_up(settings.execution, workload, true, true);
  return settings;
}

Settings without_idle_own_files(Settings settings, const Workload& workload) {
  Execution& execution = settings.execution;
  give_up(execution, workload, !computes_on(execution, Processor::cpu), !computes_on(execution, Processor::gpu));
  return settings;
}

std::string own_file_in(const Execution& execution) {
  for (const auto& [stage, choice] : execution.variants) {
    if (computes_on(execution, Processor::cpu) && names_own_file(choice.cpu)) return choice.cpu;
    if (computes_on(execution, Processor::gpu) && names_own_file(choice.gpu)) return choice.gpu;
  }
  return {};
}

}  // namespace heteroscope
