#include "app/window/model/scope_view.hpp"

namespace heteroscope {

std::string_view chosen_gpu_variant(const WindowModel& model) {
  const Stage& stage = model.workload->stages.back();
  const auto found = model.settings().execution.variants.find(stage.id);
  return found == model.settings().execution.variants.end() ? stage.default_gpu : std::string_view(found->second.gpu);
}

bool shows_scope(const WindowModel& model) {
  return model.scope.shown;
}

bool replays(const WindowModel& model) {
  return shows_scope(model) && !model.workload->iterates();
}

TraceColor scope_color(const Ui& ui, const WindowModel& model) {
  const bool on_cpu = shows_as_computed(model) && model.settings().execution.processor == Processor::cpu;
  return ui.preferences.scope_color.value_or(on_cpu ? TraceColor::processor : TraceColor::block);
}

bool shows_warps(const Ui& ui, const WindowModel& model) {
  return shows_scope(model) && scope_color(ui, model) == TraceColor::evenness;
}

bool shows_as_computed(const WindowModel& model) {
  return shows_scope(model) && (model.scope.as_computed || !model.workload->block_mappings);
}

bool shows_grids(const Ui& ui, const WindowModel& model) {
  return shows_scope(model) && ui.preferences.scope_grids && !shows_warps(ui, model);
}

bool runs_what_is_shown(const WindowModel& model) {
  if (shows_as_computed(model)) return true;
  const MappedVariant* variant = shown_mapping(model);
  return model.settings().execution.processor != Processor::cpu && variant->variant == chosen_gpu_variant(model);
}

bool wants_trace(const Ui& ui, const WindowModel& model) {
  const bool wanted = is_observed(scope_color(ui, model)) || model.scope.replay.touched;
  return shows_scope(model) && !shows_warps(ui, model) &&
         (shows_as_computed(model) || (wanted && runs_what_is_shown(model)));
}

const MappedVariant* shown_mapping(const WindowModel& model) {
  if (model.scope.as_computed || !model.workload->block_mappings) return nullptr;
  const Workload& workload = *model.workload;
  if (const auto* chosen = workload.find_mapping(model.scope.variant)) return chosen;
  const auto* followed = workload.find_mapping(chosen_gpu_variant(model));
  return followed != nullptr ? followed : &workload.block_mappings->variants.front();
}

}  // namespace heteroscope
