#pragma once

#include <string>

#include "core/model/settings.hpp"
#include "core/model/workload.hpp"

namespace heteroscope {

/// The command line that makes the picture of these settings, with its colors, as a shell takes it: "heteroscope render
/// mandelbrot … --out mandelbrot.png".
std::string render_command(const Settings& settings, Catalog catalog);
/// The one that measures the variants of the same problem.
std::string bench_command(const Settings& settings, Catalog catalog);

}  // namespace heteroscope
