#pragma once

#include <string>

#include "core/model/settings/settings.hpp"
#include "core/verify/route.hpp"

namespace heteroscope {

/// One comparison with a reference: what is computed, and how its frame comes about.
struct Case {
  Settings settings;
  Route route;
  bool operator==(const Case&) const = default;
};

/// Same parameters, precision, size, steps and strokes, computed by the reference variants on the CPU.
Settings reference_of(const Settings& settings, const Workload& workload);

/// An upper bound of the operations that the reference takes: what a pixel can take at most, for all pixels and steps.
double reference_operations(const Settings& settings, const Workload& workload);

/// The text as a shell takes it for one word.
std::string shell_word(const std::string& text);

/// Which parameters are written: those that differ from the workload's defaults, or all.
enum class Written { changed, all };
/// What decides the bits, as options of `render` and `bench`: "mandelbrot --set max_iterations=9 --size 64x1
/// --precision fp32". Parameters that change nothing are left out: the command line would refuse them. Throws BadInput
/// for values out of range.
std::string problem_options_of(const Settings& settings, Catalog catalog, Written written);
/// What of the settings differs from the workload's defaults, as options of `render` (colors left out): "mandelbrot
/// --set max_iterations=9 --size 64x1 --precision fp32 --processor cpu --variant simd".
std::string render_options_of(const Settings& settings, Catalog catalog);

/// "heteroscope render … --verify": compares the case again.
std::string command_line_of(const Case& each, Catalog catalog);

}  // namespace heteroscope
