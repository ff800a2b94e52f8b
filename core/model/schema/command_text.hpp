#pragma once

#include <string>

#include "core/model/schema/setting.hpp"

/// Settings as the options that mean them. What the command line would refuse, since nothing reads it, is left out.
/// Each throws BadInput for values out of range.
namespace heteroscope {

/// The settings that decide the bits, as options of `render` and `bench`: "mandelbrot --set max_iterations=9 --size
/// 64x1 --precision fp32".
std::string problem_options_of(const Settings& settings, Catalog catalog, Written written);
/// The settings that differ from the workload's defaults, without colors, as options of `render`: "mandelbrot --set
/// max_iterations=9 --size 64x1 --precision fp32 --processor cpu --variant simd".
std::string render_options_of(const Settings& settings, Catalog catalog);
/// The settings of the execution that `bench` does not vary by itself: " --threads 4 --memory pinned".
std::string bench_options_of(const Settings& settings, Catalog catalog);
/// The colors that differ from those that suit what the settings show: " --palette gray --range 0:250".
std::string look_options_of(const Settings& settings, Catalog catalog);

}  // namespace heteroscope
