#pragma once

#include <string>

#include "app/window/model/state.hpp"

namespace heteroscope {

/// Once a frame of the window, before the engine is asked: what is to be drawn follows the settings and the frames.
void update_cover(State& state);

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
/// What is looked at needs times, and the settings' own run has them.
bool wants_trace(const State& state);

/// The scope measures times: of all covering variants, or what tracing costs.
bool measures_times(const State& state);

/// The covering variant that is looked at; null: what was computed is.
const CoveringVariant* shown_cover(const State& state);
/// Where the result stands in the picture's pane.
Placement cover_place(const State& state);

}  // namespace heteroscope
