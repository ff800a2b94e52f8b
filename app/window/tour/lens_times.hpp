#pragma once

#include <string>

#include "core/model/workload.hpp"

namespace heteroscope {

/// How long the lens takes to look at a cell, of each workload that has one: every variant whose accesses are known, at
/// cells all over the workload's first problem, computed on the CPU. As a Markdown table: median, 95th percentile and
/// maximum, with the variant that took longest. Without what the window does besides.
std::string lens_times(Catalog catalog);

}  // namespace heteroscope
