#include "app/analysis/tables/tables.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>

#include "app/analysis/reading.hpp"
#include "app/results/row_columns.hpp"

namespace heteroscope {

namespace {

constexpr double much = 0.05;
constexpr std::array<const char*, 2> clocks{"cpu_clock", "gpu_clock"};

std::string row_label(const Result& result, const ResultRow& row) {
  const std::string block = block_text(row);
  return fmt::format("{} {} {}{}{}", row.text(column::scene), row.text(column::precision), variant_text(result, row),
                     block.empty() ? "" : " in blocks of ", block);
}

/// "simd: 2100 to 2600 MHz (24 %)".
std::string moved_text(const ResultRow& row, const std::string& side) {
  const double least = row.number(side + "/least_mhz");
  const double most = row.number(side + "/most_mhz");
  if (!(least > 0) || most / least - 1 <= much) return {};
  return fmt::format("clock between {:.0f} and {:.0f} MHz ({})", least, most, percent(most / least - 1));
}

}  // namespace

Document clock_notes(const Result& result) {
  List out;
  for (const ResultRow& row : result.rows) {
    for (const std::string side : clocks) {
      if (row.find(side + "/least_mhz") == nullptr) continue;
      std::vector<std::string> words;
      if (const std::string moved = moved_text(row, side); !moved.empty()) words.push_back(moved);
      if (const std::string why = row.text(side + "/slowed_by"); !why.empty()) words.push_back("slowed by " + why);
      if (words.empty()) continue;
      out.items.push_back(fmt::format("{}, {}: {}", row_label(result, row), side.substr(0, 3), fmt::join(words, ", ")));
    }
  }
  if (out.items.empty()) return {};
  return {Paragraph{"Rows whose processor changed its clock:"}, std::move(out)};
}

}  // namespace heteroscope
