#pragma once

#include "app/window/overlay_parts.hpp"

namespace heteroscope {

/// Opens the sweep, which begins if it was not made yet, or closes it and gives up what is under way.
void toggle_sweep(State& state);
/// A sweep's plots and its table, over the window, while the state asks for it.
void sweep_overlay(State& state, Covered& covered);
/// The button that opens it, for workloads that have one.
void sweep_button(State& state);

}  // namespace heteroscope
