#include "app/analysis/claims/row_pattern.hpp"

#include <fmt/format.h>

#include "app/analysis/reading.hpp"
#include "app/results/lesson_columns.hpp"
#include "app/results/row_columns.hpp"
#include "core/io/json/json_section.hpp"
#include "core/model/settings/settings.hpp"

namespace heteroscope {

RowPattern rows_in(const Section& section) {
  RowPattern out{.variant = section.text("variant").value_or(""),
                 .scene = section.text("scene").value_or(""),
                 .memory = section.text("memory").value_or(""),
                 .precision = section.text("precision").value_or("")};
  if (const auto block = section.text("block")) section.at("block", [&] { out.block = parse_block(*block); });
  if (const auto threads = section.text("threads")) {
    if (*threads != "several") throw section.unknown("threads", *threads, "several");
    out.several_threads = true;
  }
  return out;
}

bool fits(const ResultRow& row, const RowPattern& pattern) {
  const auto like = [&](std::string_view id, std::string_view word) { return word.empty() || row.text(id) == word; };
  if (pattern.several_threads && threads_of(row) == 1) return false;
  if (!pattern.row.empty() && cell(row, column::lesson::row) != pattern.row) return false;
  return like(column::variant, pattern.variant) && like(column::scene, pattern.scene) &&
         like(column::memory, pattern.memory) && like(column::precision, pattern.precision) &&
         (pattern.block == BlockShape{} || block_of(row) == pattern.block);
}

std::vector<const ResultRow*> rows_like(const Result& result, const RowPattern& pattern) {
  std::vector<const ResultRow*> out;
  for (const ResultRow& row : result.rows) {
    if (fits(row, pattern)) out.push_back(&row);
  }
  return out;
}

const ResultRow* fastest_of(const std::vector<const ResultRow*>& rows, std::string_view time) {
  const auto id_in = [&](const ResultRow& row) { return time.empty() ? time_id(row) : time; };
  const ResultRow* out = nullptr;
  for (const ResultRow* row : rows) {
    if (!has(*row, id_in(*row))) continue;
    if (out == nullptr || row->number(id_in(*row)) < out->number(id_in(*out))) out = row;
  }
  return out;
}

const ResultRow* fastest_like(const Result& result, const RowPattern& pattern) {
  return fastest_of(rows_like(result, pattern), {});
}

std::string_view time_id(const ResultRow& row) {
  return has(row, column::median_ms) ? column::median_ms : column::mean_ms;
}

int threads_of(const ResultRow& row) {
  return has(row, column::threads) ? static_cast<int>(row.number(column::threads)) : 0;
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
