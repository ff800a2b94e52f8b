#pragma once

#include <string>

#include "core/model/workload.hpp"

namespace heteroscope {

/// Returns a Markdown table of the times that the lens takes for a cell, for each workload that has one: median, 95th
/// percentile and maximum, with the slowest variant. They are of every variant whose accesses are modeled, at cells all
/// over the workload's first problem, computed on the CPU, without the window's own work.
std::string lens_times(Catalog catalog);

}  // namespace heteroscope
