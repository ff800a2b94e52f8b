#pragma once

#include <string>
#include <vector>

#include "app/window/features/scope/task.hpp"

namespace heteroscope {

/// Returns the description of a span, line by line: launch, place in the grid, patches, cells, threads, times.
std::vector<std::string> readout_of(const ScopeShow& show, std::int64_t span);

/// The unit in which times up to so many µs are written.
struct TimeUnit {
  double us = 1;
  const char* name = "µs";
};
TimeUnit time_unit(double us);

/// Returns a time with its unit: "12.34 µs", "56.78 ms".
std::string format_us(double us);

}  // namespace heteroscope
