#pragma once

#include <string_view>

#include "app/window/model/state.hpp"

namespace heteroscope {

/// Questions about what the scope shows, answered from the state: no task is asked.

/// The cover is drawn in the picture's place.
bool shows_cover(const State& state);
/// What plays is its replay; an iteration goes on with its steps.
bool replays(const State& state);
/// From the trace of the frame, not worked out from its settings.
bool shows_as_computed(const State& state);
/// The warps of the result, and how even their lanes' work is, instead of pieces.
bool shows_warps(const State& state);
/// The grids stand beside it.
bool shows_grids(const State& state);
/// The GPU variant of the last stage, as the settings choose it.
std::string_view chosen_gpu_variant(const State& state);
/// The covering variant that is looked at; null: what was computed is.
const CoveringVariant* shown_cover(const State& state);
/// The settings' own run is what is looked at.
bool runs_what_is_shown(const State& state);
/// What is looked at needs times, and the settings' own run has them.
bool wants_trace(const State& state);

}  // namespace heteroscope
