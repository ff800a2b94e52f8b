#pragma once

#include <string>
#include <vector>

namespace heteroscope {

/// Cells as CSV (RFC 4180): quoted where a cell needs it.
std::string csv_line(const std::vector<std::string>& cells);

}  // namespace heteroscope
