#pragma once

#include <string>

namespace heteroscope {

struct Comparison;
struct State;

/// The diff view's next: off, with the reference, with A where one is kept.
void cycle_compare(Comparison& comparison);
/// The input beside the result, and off again with the style that was there before.
void toggle_input(Comparison& comparison);
/// Why there is no input to show beside the result; empty: there is one.
std::string why_no_input(const State& state);

}  // namespace heteroscope
