#pragma once

#include "app/window/state.hpp"

/// The panels, one file each: they read the state, edit its settings, and put actions into it.
namespace heteroscope {

void top_bar(State& state);
void problem_panel(State& state);
void execution_panel(State& state);
void device_panel(const State& state);
void result_panel(State& state);
void color_panel(State& state);
void compare_panel(State& state);
void export_panel(State& state);
void graphs_panel(State& state);

}  // namespace heteroscope
