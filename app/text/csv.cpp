#include "app/text/csv.hpp"

namespace heteroscope {

std::string csv_line(const std::vector<std::string>& cells) {
  std::string out;
  for (const std::string& cell : cells) {
    if (!out.empty() || &cell != &cells.front()) out += ',';
    if (cell.find_first_of(",\"\n") == std::string::npos) {
      out += cell;
      continue;
    }
    out += '"';
    for (const char c : cell) out += c == '"' ? std::string("\"\"") : std::string(1, c);
    out += '"';
  }
  return out + '\n';
}

}  // namespace heteroscope
