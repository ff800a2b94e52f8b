#pragma once

#include "app/scope/paint.hpp"
#include "app/window/model/ui/ui.hpp"
#include "app/window/model/window_model.hpp"

/// The legend of the scope's colors.
namespace heteroscope {

/// Draws the legend in a panel: a line for each color, with the number of its blocks or spans.
void scope_legend(const Ui& ui, const ScopePaint& paint, bool of_blocks);
/// Draws the legend for a projector into the rest of the ImGui window: what the colors stand for, and as many of them
/// as there is room for, in columns.
void presented_legend(const Ui& ui, const WindowModel& model);

}  // namespace heteroscope
