#include "app/analysis/tables/cross_rows.hpp"

#include "app/analysis/reading.hpp"
#include "app/results/row_columns.hpp"

namespace heteroscope {

CrossRows::CrossRows(const Result& from, const Suite& of, std::string_view precision)
    : result(from), suite(of), published(published_of(of)) {
  for (const ResultRow& row : result.rows) {
    if (row.text(column::precision) != precision) continue;
    rows.push_back(&row);
    add_once(scenes, row.text(column::scene));
    if (block_of(row) == BlockShape{} || suite.blocks.empty()) {
      add_once(plain, variant_text(result, row));
    } else {
      add_once(blocks, block_of(row));
      add_once(blocked, row.text(column::variant));
    }
  }
  if (published != nullptr) machines = published->machines();
}

const ResultRow* CrossRows::find(std::string_view variant, std::string_view scene, BlockShape block) const {
  const auto found = std::ranges::find_if(rows, [&](const ResultRow* row) {
    return row->text(column::variant) == variant && row->text(column::scene) == scene && block_of(*row) == block;
  });
  return found == rows.end() ? nullptr : *found;
}

const ResultRow* CrossRows::find_plain(std::string_view label, std::string_view scene) const {
  const auto found = std::ranges::find_if(rows, [&](const ResultRow* row) {
    return row->text(column::scene) == scene && variant_text(result, *row) == label;
  });
  return found == rows.end() ? nullptr : *found;
}

bool CrossRows::is_published(BlockShape block) const {
  return std::ranges::find(suite.blocks, block) != suite.blocks.end();
}

double CrossRows::published_ms(const PublishedTable& table, std::string_view scene, BlockShape block) const {
  const auto column = static_cast<std::size_t>(std::ranges::find(suite.blocks, block) - suite.blocks.begin());
  for (const PublishedTable::Row& row : table.rows) {
    if (row.scene == scene && column < row.ms.size()) return row.ms[column];
  }
  return 0;
}

}  // namespace heteroscope
