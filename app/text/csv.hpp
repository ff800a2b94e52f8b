#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace heteroscope {

/// Cells as CSV (RFC 4180): quoted where a cell needs it, and shown as printable_lines() has it. A spreadsheet takes
/// what begins with =, +, - or @ for a formula and computes it; where that is no number, an apostrophe before it makes
/// it a text.
std::string csv_line(const std::vector<std::string>& cells);
/// The cells of each line that is not empty. A quote that nothing ends ends with the text.
std::vector<std::vector<std::string>> read_csv(std::string_view text);

}  // namespace heteroscope
