#include "app/text/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "app/text/document.hpp"

namespace heteroscope {

std::string TextTable::markdown() const {
  std::vector<std::string> titles;
  for (const Column& column : columns_) titles.push_back(markdown_escaped(column.title, "|"));
  std::vector<std::vector<std::string>> rows;
  for (const auto& row : rows_) {
    std::vector<std::string>& cells = rows.emplace_back();
    for (const std::string& cell : row) cells.push_back(markdown_escaped(cell, "|"));
  }
  std::vector<std::size_t> widths;
  for (const std::string& title : titles) widths.push_back(std::max<std::size_t>(3, title.size()));
  for (const auto& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  std::string out;
  const auto line = [&](const auto& cell_of) {
    out += '|';
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      out += columns_[i].right ? fmt::format(" {:>{}} |", cell_of(i), widths[i])
                               : fmt::format(" {:<{}} |", cell_of(i), widths[i]);
    }
    out += '\n';
  };
  line([&](std::size_t i) { return titles[i]; });
  line([&](std::size_t i) { return std::string(widths[i] - 1, '-') + (columns_[i].right ? ":" : "-"); });
  for (const auto& row : rows) {
    line([&](std::size_t i) { return i < row.size() ? row[i] : std::string(); });
  }
  return out;
}

std::string with_prefix(double value) {
  constexpr std::array<std::pair<double, const char*>, 5> prefixes{
      {{1e12, "T"}, {1e9, "G"}, {1e6, "M"}, {1e3, "k"}, {1, ""}}};
  for (const auto& [scale, prefix] : prefixes) {
    if (std::abs(value) < scale) continue;
    const double size = std::abs(value / scale);
    return fmt::format("{:.{}f} {}", value / scale, size >= 99.95 ? 0 : size >= 9.995 ? 1 : 2, prefix);
  }
  return fmt::format("{:.3g} ", value);
}

std::string milliseconds(double ms) {
  const int digits = ms >= 1000 ? 0 : ms >= 100 ? 1 : ms >= 10 ? 2 : ms >= 1 ? 3 : 4;
  return fmt::format("{:.{}f} ms", ms, digits);
}

std::string percent(double share) {
  return fmt::format("{:.{}f} %", 100 * share, std::abs(share) >= 9.995 ? 0 : 1);
}

std::string times(double factor) {
  return factor >= 100 ? fmt::format("{:.0f}", factor) : fmt::format("{:.3g}", factor);
}

std::string times_as(double factor, std::string_view word) {
  const std::string number = times(factor);
  return number == "1" ? fmt::format("as {}", word) : fmt::format("{} times as {}", number, word);
}

std::string from_to_times_as(double low, double high, std::string_view word) {
  const std::string first = times(low);
  const std::string last = times(high);
  return first == last ? times_as(low, word) : fmt::format("{} to {} times as {}", first, last, word);
}

}  // namespace heteroscope
