#pragma once

#include "app/window/shell/state.hpp"

namespace heteroscope {

/// Plots of an iteration's run: values along a line and what has come of them over time, or how it settles.
void run_graphs(State& state);
/// Keeps and drops curves of iterations that settle; nothing for others.
void curve_buttons(State& state);

}  // namespace heteroscope
