#pragma once

#include <string>
#include <vector>

#include "app/window/cover/task.hpp"

namespace heteroscope {

/// What there is to say about a piece, line by line: launch, place in the grid, patches, cells, threads, times.
std::vector<std::string> readout_of(const CoverShow& show, std::int64_t piece);

/// "12.34 µs".
std::string format_us(double us);

}  // namespace heteroscope
