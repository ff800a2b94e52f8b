#pragma once

#include <string_view>

#include "app/plot/svg.hpp"
#include "app/results/result.hpp"

/// The parts around the plots of a benchmark.
namespace heteroscope {

/// The title, and below it the size and the machine; returns where the plot begins.
double heading(Drawing& out, const Result& result, std::string_view title, double width);
/// Writes what one should know about the rows below the plot; returns the picture's height.
double footnotes(Drawing& out, const Result& result, double y, double width);

}  // namespace heteroscope
