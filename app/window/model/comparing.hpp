#pragma once

#include <string>

#include "core/run/compare.hpp"

namespace heteroscope {

enum class CompareWith;
struct Comparison;
struct Window;

/// Chooses what is compared with. With the input nearly every pixel differs, so that a mask becomes a heat map.
void compare_with(Comparison& comparison, CompareWith what);
/// Chooses the next comparison: off, with the reference, with each kept picture.
void cycle_compare(Comparison& comparison);
/// Removes a kept picture, and ends the comparison if that was the last one and was compared with.
void drop_kept(Comparison& comparison, char letter);
/// Shows the input beside the result, or ends that and restores the earlier style.
void toggle_input(Comparison& comparison);
/// Returns the share of the compared values that differ: "0.16 %".
std::string differing_share(const Diff& diff);
/// Returns why there is no input to show beside the result; empty: there is one.
std::string why_no_input(const Window& window);

}  // namespace heteroscope
