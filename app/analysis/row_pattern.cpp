#include "app/analysis/row_pattern.hpp"

#include <fmt/format.h>

#include "app/analysis/reading.hpp"

namespace heteroscope {

bool fits(const ResultRow& row, const RowPattern& pattern) {
  const auto like = [&](std::string_view id, std::string_view word) { return word.empty() || row.text(id) == word; };
  return like("variant", pattern.variant) && like("scene", pattern.scene) && like("memory", pattern.memory) &&
         like("precision", pattern.precision) && (pattern.block == BlockShape{} || block_of(row) == pattern.block);
}

std::vector<const ResultRow*> rows_like(const Result& result, const RowPattern& pattern) {
  std::vector<const ResultRow*> out;
  for (const ResultRow& row : result.rows) {
    if (fits(row, pattern)) out.push_back(&row);
  }
  return out;
}

const ResultRow* fastest_like(const Result& result, const RowPattern& pattern) {
  const ResultRow* out = nullptr;
  for (const ResultRow* row : rows_like(result, pattern)) {
    if (out == nullptr || row->number("median_ms") < out->number("median_ms")) out = row;
  }
  return out;
}

std::string label_of(const RowPattern& pattern) {
  std::string out(pattern.variant);
  if (!pattern.memory.empty()) out += fmt::format(", {}", pattern.memory);
  if (pattern.block != BlockShape{}) out += fmt::format(", {}", block_text(pattern.block));
  if (!pattern.precision.empty()) out += fmt::format(", {}", pattern.precision);
  if (out.empty() && pattern.scene.empty()) return "the suite";
  return out.empty() ? fmt::format("scene {}", pattern.scene) : out;
}

}  // namespace heteroscope
