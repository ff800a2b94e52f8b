#pragma once

#include <string_view>

#include "app/window/model/ui/ui.hpp"
#include "app/window/model/window_model.hpp"

namespace heteroscope {

/// Questions about the scope, answered from the model alone.

/// Returns whether the scope is drawn in place of the picture.
bool shows_scope(const WindowModel& model);
/// Returns whether play and pause belong to the scope's replay; an iteration goes on with its steps instead.
bool replays(const WindowModel& model);
/// Returns whether the scope shows the trace of the frame, and not blocks that are worked out from the settings.
bool shows_as_computed(const WindowModel& model);
/// Returns the chosen color; until one is chosen, the thread on a CPU and the block on a GPU.
TraceColor scope_color(const Ui& ui, const WindowModel& model);
/// Returns whether the scope shows warps and how even their lanes' work is, instead of spans.
bool shows_warps(const Ui& ui, const WindowModel& model);
/// Returns whether the grids are drawn beside the result.
bool shows_grids(const Ui& ui, const WindowModel& model);
/// Returns the GPU variant of the last stage that the settings choose.
std::string_view chosen_gpu_variant(const WindowModel& model);
/// Returns the variant whose block mapping is shown; null: the traced frame is shown.
const MappedVariant* shown_mapping(const WindowModel& model);
/// Returns whether the shown variant is the one that runs.
bool runs_what_is_shown(const WindowModel& model);
/// Returns whether the shown colors or the replay need times, which the present run can record.
bool wants_trace(const Ui& ui, const WindowModel& model);

}  // namespace heteroscope
