#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/device/counters/counters.hpp"

namespace heteroscope {

/// What Nsight Compute counted of all launches of one kernel.
struct NcuKernel {
  std::string name;  ///< as it writes it, with template arguments and parameters
  int launches = 0;
  device::Counts counts;  ///< in bytes, nanoseconds and counts
};

/// What `ncu --csv` wrote, with a column a counter (`--page raw`) or a line a counter, in base units or in scaled ones;
/// lines before the table's head are passed over. Throws BadInput that names `file` where there is no such table, and
/// for a value that is none.
std::vector<NcuKernel> read_ncu(std::string_view text, const std::string& file);

}  // namespace heteroscope
