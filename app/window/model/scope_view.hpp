#pragma once

#include <string_view>

#include "app/window/model/ui/ui.hpp"
#include "app/window/model/window_model.hpp"

namespace heteroscope {

/// Questions about what the scope shows, answered from the model: no task is asked.

/// The cover is drawn in the picture's place.
bool shows_scope(const WindowModel& model);
/// What plays is its replay; an iteration goes on with its steps.
bool replays(const WindowModel& model);
/// From the trace of the frame, not worked out from its settings.
bool shows_as_computed(const WindowModel& model);
/// The color that is chosen; until one is, on a CPU the thread and on a GPU the block: what differs there.
TraceColor scope_color(const Ui& ui, const WindowModel& model);
/// The warps of the result, and how even their lanes' work is, instead of pieces.
bool shows_warps(const Ui& ui, const WindowModel& model);
/// The grids stand beside it.
bool shows_grids(const Ui& ui, const WindowModel& model);
/// The GPU variant of the last stage, as the settings choose it.
std::string_view chosen_gpu_variant(const WindowModel& model);
/// The covering variant that is looked at; null: what was computed is.
const MappedVariant* shown_mapping(const WindowModel& model);
/// The settings' own run is what is looked at.
bool runs_what_is_shown(const WindowModel& model);
/// What is looked at needs times, and the settings' own run has them.
bool wants_trace(const Ui& ui, const WindowModel& model);

}  // namespace heteroscope
