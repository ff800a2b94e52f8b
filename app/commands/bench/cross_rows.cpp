#include "app/commands/bench/cross_rows.hpp"

namespace heteroscope {

CrossRows::CrossRows(const Bench& bench, Precision precision) : suite(*bench.suite) {
  for (const BenchRow& row : bench.rows) {
    if (row.what.settings.problem.precision != precision) continue;
    rows.push_back(&row);
    add_once(scenes, row.what.scene);
    if (row.block == BlockShape{}) {
      add_once(plain, row.what.variant);
    } else {
      add_once(blocks, row.block);
      add_once(blocked, row.what.variant);
    }
  }
  if (suite.published != nullptr) machines = suite.published->machines();
}

const BenchRow* CrossRows::find(std::string_view variant, std::string_view scene, BlockShape block) const {
  const auto found = std::ranges::find_if(rows, [&](const BenchRow* row) {
    return row->what.variant == variant && row->what.scene == scene && row->block == block;
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

double axis_of(const Suite& suite, const BenchRow& row) {
  return row.what.settings.problem.parameters.find(suite.axis)->second;
}

}  // namespace heteroscope
