#include "app/window/model/cover_view.hpp"

namespace heteroscope {

std::string_view chosen_gpu_variant(const State& state) {
  const Stage& stage = state.workload->stages.back();
  const auto found = state.settings.execution.variants.find(stage.id);
  return found == state.settings.execution.variants.end() ? stage.default_gpu : std::string_view(found->second.gpu);
}

bool shows_cover(const State& state) {
  return state.cover.shown;
}

bool replays(const State& state) {
  return shows_cover(state) && !state.workload->iterates();
}

bool shows_warps(const State& state) {
  return shows_cover(state) && state.preferences.cover_color == TraceColor::evenness;
}

bool shows_as_computed(const State& state) {
  return shows_cover(state) && (state.cover.as_computed || !state.workload->covers);
}

bool shows_grids(const State& state) {
  return shows_cover(state) && state.preferences.cover_grids && !shows_warps(state);
}

bool runs_what_is_shown(const State& state) {
  if (shows_as_computed(state)) return true;
  const CoveringVariant* variant = shown_cover(state);
  return state.settings.execution.processor != Processor::cpu && variant->variant == chosen_gpu_variant(state);
}

bool wants_trace(const State& state) {
  const bool wanted = is_observed(state.preferences.cover_color) || state.cover.replay.touched;
  return shows_cover(state) && !shows_warps(state) &&
         (shows_as_computed(state) || (wanted && runs_what_is_shown(state)));
}

const CoveringVariant* shown_cover(const State& state) {
  if (state.cover.as_computed || !state.workload->covers) return nullptr;
  const Workload& workload = *state.workload;
  if (const auto* chosen = workload.find_cover(state.cover.variant)) return chosen;
  const auto* followed = workload.find_cover(chosen_gpu_variant(state));
  return followed != nullptr ? followed : &workload.covers->variants.front();
}

}  // namespace heteroscope
