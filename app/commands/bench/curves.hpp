#pragma once

#include <string>

#include "app/commands/bench/rows.hpp"

namespace heteroscope {

/// Times of a suite with an axis over that axis, both logarithmic: a plot for each block shape with a curve for each
/// variant, and one for the CPU.
std::string times_over_axis(const Bench& bench);

}  // namespace heteroscope
