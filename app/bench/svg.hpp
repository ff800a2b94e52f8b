#pragma once

#include <string>

#include "app/results/result.hpp"

namespace heteroscope {

/// Whether a variant was measured with several block shapes, so that a plot or a table by shape says something.
bool compares_blocks(const Result& result);

/// The rows as a plot that stands alone: rates by block shape where they are compared, else times as bars, to tolerance
/// for an iteration that settles. Bars' axis is logarithmic where times differ much, and says so.
std::string bench_svg(const Result& result);

}  // namespace heteroscope
