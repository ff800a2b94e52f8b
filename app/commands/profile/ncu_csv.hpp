#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/device/counters/counters.hpp"

namespace heteroscope {

/// The counters of all launches of one kernel, as Nsight Compute reported them.
struct NcuKernel {
  std::string name;  ///< as it writes it, with template arguments and parameters
  int launches = 0;
  device::Counts counts;  ///< in bytes, nanoseconds and counts
};

/// Reads what `ncu --csv` wrote, with a column for each counter (`--page raw`) or a line for each, in base units or
/// scaled ones; lines before the table's head are skipped. Throws BadInput that names `file` if there is no such table,
/// and for a value that is no number.
std::vector<NcuKernel> read_ncu(std::string_view text, const std::string& file);

}  // namespace heteroscope
