#include "app/text/csv.hpp"

#include <charconv>
#include <cstddef>
#include <utility>

#include "core/base/message.hpp"

namespace heteroscope {

namespace {

bool is_number(std::string_view cell) {
  double value = 0;
  const char* const end = cell.data() + cell.size();
  return std::from_chars(cell.data(), end, value).ptr == end;
}

/// The cell as a spreadsheet shows it, and nothing else.
std::string shown_cell(std::string_view cell) {
  constexpr std::string_view begins_formula = "=+-@";
  const bool formula = !cell.empty() && begins_formula.find(cell.front()) != cell.npos && !is_number(cell);
  return (formula ? "'" : "") + printable_lines(cell);
}

}  // namespace

std::string csv_line(const std::vector<std::string>& cells) {
  std::string out;
  for (const std::string& each : cells) {
    if (&each != &cells.front()) out += ',';
    const std::string cell = shown_cell(each);
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

std::vector<std::vector<std::string>> read_csv(std::string_view text) {
  std::vector<std::vector<std::string>> out;
  std::vector<std::string> line;
  std::string cell;
  bool quoted = false;
  const auto end_line = [&] {
    if (line.empty() && cell.empty()) return;
    line.push_back(std::exchange(cell, {}));
    out.push_back(std::exchange(line, {}));
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"') {
      const bool twice = quoted && i + 1 < text.size() && text[i + 1] == '"';
      if (twice) {
        cell += '"';
        ++i;
      } else {
        quoted = !quoted;
      }
    } else if (!quoted && c == ',') {
      line.push_back(std::exchange(cell, {}));
    } else if (!quoted && c == '\n') {
      end_line();
    } else if (quoted || c != '\r') {
      cell += c;
    }
  }
  end_line();
  return out;
}

}  // namespace heteroscope
