#pragma once

#include <string>

#include "app/results/result.hpp"
#include "core/model/suite.hpp"

namespace heteroscope {

/// Times of a suite with an axis over that axis, both logarithmic: a plot for each block shape with a curve for each
/// variant, and one for the CPU.
std::string times_over_axis(const Result& result, const Suite& suite);

}  // namespace heteroscope
