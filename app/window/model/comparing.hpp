#pragma once

#include <string>

#include "core/run/compare.hpp"

namespace heteroscope {

struct Comparison;
struct Window;

/// The diff view's next: off, with the reference, with each picture that is kept.
void cycle_compare(Comparison& comparison);
/// The comparison is off where it was with the last one.
void drop_kept(Comparison& comparison, char letter);
/// The input beside the result, and off again with the style that was there before.
void toggle_input(Comparison& comparison);
/// "0.16 %": of the values that were compared.
std::string differing_share(const Diff& diff);
/// Why there is no input to show beside the result; empty: there is one.
std::string why_no_input(const Window& window);

}  // namespace heteroscope
