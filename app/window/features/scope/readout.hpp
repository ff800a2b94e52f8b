#pragma once

#include <string>
#include <vector>

#include "app/window/features/scope/task.hpp"

namespace heteroscope {

/// What there is to say about a piece, line by line: launch, place in the grid, patches, cells, threads, times.
std::vector<std::string> readout_of(const ScopeShow& show, std::int64_t piece);

/// In which times up to so many µs are told.
struct TimeUnit {
  double us = 1;
  const char* name = "µs";
};
TimeUnit time_unit(double us);

/// "12.34 µs", "56.78 ms".
std::string format_us(double us);

}  // namespace heteroscope
