#pragma once

#include <string>
#include <string_view>

#include "app/window/model/state.hpp"

/// The sections that keep nothing, a file each.
namespace heteroscope {

/// What the rate counts.
inline constexpr std::string_view rate_help =
    "What the plain loop would have to do for this picture, over the time in which it was computed (the slower "
    "side's). A variant that skips some of that work can show more than the hardware could do.";

/// "Plain-loop iterations", or "Pixels" where there is no work to be skipped: what the rate counts, by its unit.
std::string rate_name(const State& state, std::string_view unit);

void problem_panel(State& state);
/// Brush, contour lines and study of a workload that iterates.
void run_panel(State& state);
void device_panel(const State& state);
/// The scope: who computes what.
void cover_panel(State& state);
void result_panel(State& state);
void color_panel(State& state);
void compare_panel(State& state);
void export_panel(State& state);

}  // namespace heteroscope
