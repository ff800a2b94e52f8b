#include "app/commands/bench/ranking.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/commands/bench/text.hpp"
#include "app/commands/table.hpp"

namespace heteroscope {

namespace {

/// Of the rows those with the axis' largest value, the fastest first.
std::vector<const BenchRow*> at_the_end(const CrossRows& of, std::vector<const BenchRow*> rows) {
  double end = 0;
  for (const BenchRow* row : rows) end = std::max(end, axis_of(of.suite, *row));
  std::erase_if(rows, [&](const BenchRow* row) { return axis_of(of.suite, *row) < end; });
  std::ranges::stable_sort(rows, {}, [](const BenchRow* row) { return row->ms.median; });
  return rows;
}

/// "2 of 5: 17.43 ms, 1.44x": a variant's place on a machine where its tables end; "–" if it has none.
std::string published_place(const CrossRows& of, std::string_view variant, std::string_view machine, BlockShape block) {
  const PublishedTable* table = of.suite.published->find(variant, machine);
  const PublishedTable* baseline = of.suite.published->find(of.suite.baseline, machine);
  if (table == nullptr) return "–";
  const std::string_view scene = table->rows.back().scene;
  const double ms = of.published_ms(*table, scene, block);
  int place = 1;
  int count = 0;
  for (const PublishedTable& other : of.suite.published->tables) {
    if (other.machine != machine) continue;
    const double other_ms = of.published_ms(other, scene, block);
    count += other_ms > 0 ? 1 : 0;
    place += other_ms > 0 && other_ms < ms ? 1 : 0;
  }
  std::string out = fmt::format("{} of {}: {}", place, count, milliseconds(ms));
  if (baseline != nullptr) out += fmt::format(", {}x", times(of.published_ms(*baseline, scene, block) / ms));
  return out;
}

/// The scene with which a machine's tables end.
std::string_view end_of(const CrossRows& of, std::string_view machine) {
  const auto found = std::ranges::find(of.suite.published->tables, machine, &PublishedTable::machine);
  return found->rows.back().scene;
}

std::string ranking(const CrossRows& of, BlockShape block) {
  std::vector<const BenchRow*> rows;
  for (const BenchRow* row : of.rows) {
    const bool plain_gpu = row->block == BlockShape{} && row->what.settings.execution.processor == Processor::gpu;
    if (row->block == block || plain_gpu) rows.push_back(row);
  }
  rows = at_the_end(of, rows);
  const std::string& scene = rows.front()->what.scene;
  const BenchRow* baseline = of.find(of.suite.baseline, scene, block);
  const bool comparable = of.is_published(block);
  std::vector<TextTable::Column> columns{{"", true},         {"variant"},
                                         {"median", true},   {fmt::format("over {}", of.suite.baseline), true},
                                         {"written", true},  {"of fill", true},
                                         {"launches", true}, {"blocks", true},
                                         {"useful", true},   {"wasted threads", true}};
  for (const std::string_view machine : of.machines) {
    if (comparable) columns.push_back({fmt::format("{}, {} = {}", machine, of.suite.axis, end_of(of, machine)), true});
  }
  TextTable out(columns);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const BenchRow* row = rows[i];
    const std::optional<double> speedup =
        baseline == nullptr ? std::nullopt : std::optional(baseline->ms.median / row->ms.median);
    std::vector<std::string> cells{std::to_string(i + 1),
                                   row->what.variant + (row->block == block ? "" : " (its own blocks)"),
                                   milliseconds(row->ms.median),
                                   times(speedup),
                                   with_prefix(row->bytes_per_s) + "B/s",
                                   percent(row->shares.fill)};
    const auto count = [&](std::int64_t CoverFigures::*what) {
      cells.push_back(row->cover ? std::to_string(*row->cover.*what) : "");
    };
    count(&CoverFigures::launches);
    count(&CoverFigures::blocks);
    count(&CoverFigures::useful_blocks);
    cells.push_back(row->cover ? percent(row->cover->wasted_threads()) : "");
    for (const std::string_view machine : of.machines) {
      if (comparable) cells.push_back(published_place(of, row->what.variant, machine, block));
    }
    out.add(std::move(cells));
  }
  return fmt::format("Ranking in blocks of {} at {} = {}:\n\n{}\n", block_text(block), of.suite.axis, scene,
                     out.markdown());
}

/// Over the baseline in its fastest block.
std::optional<double> best_speedup(const CrossRows& of, const BenchRow& row) {
  std::optional<double> baseline;
  for (const BenchRow* other : of.rows) {
    if (other->what.variant != of.suite.baseline || other->what.scene != row.what.scene) continue;
    baseline = std::min(baseline.value_or(other->ms.median), other->ms.median);
  }
  return baseline ? std::optional(*baseline / row.ms.median) : std::nullopt;
}

/// Every variant in its fastest block.
std::string ranking_of_all(const CrossRows& of) {
  std::vector<const BenchRow*> rows;
  for (const BenchRow* row : at_the_end(of, of.rows)) {
    const bool known =
        std::ranges::any_of(rows, [&](const BenchRow* other) { return other->what.variant == row->what.variant; });
    if (!known) rows.push_back(row);
  }
  const bool compared =
      std::ranges::any_of(rows, [&](const BenchRow* row) { return best_speedup(of, *row).has_value(); });
  std::vector<TextTable::Column> columns{{"", true}, {"variant"}};
  if (!of.blocks.empty()) columns.push_back({"block"});
  columns.insert(columns.end(), {TextTable::Column{"threads", true}, TextTable::Column{"median", true},
                                 TextTable::Column{"speed-up", true}});
  if (compared) columns.push_back({fmt::format("over {}", of.suite.baseline), true});
  columns.insert(columns.end(), {TextTable::Column{"written", true}, TextTable::Column{"of fill", true}});
  TextTable out(columns);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const BenchRow& row = *rows[i];
    std::vector<std::string> cells{std::to_string(i + 1), row.what.variant};
    if (!of.blocks.empty()) cells.push_back(block_text(row.block));
    cells.push_back(row.threads > 0 ? std::to_string(row.threads) : "");
    cells.push_back(milliseconds(row.ms.median));
    cells.push_back(times(row.speedup));
    if (compared) cells.push_back(times(best_speedup(of, row)));
    cells.push_back(with_prefix(row.bytes_per_s) + "B/s");
    cells.push_back(percent(row.shares.fill));
    out.add(std::move(cells));
  }
  return fmt::format("All variants at {} = {}{}:\n\n{}\n", of.suite.axis, rows.front()->what.scene,
                     of.blocks.empty() ? "" : ", each in its fastest block", out.markdown());
}

}  // namespace

std::string rankings(const CrossRows& of) {
  std::string out;
  for (const BlockShape block : of.blocks) out += ranking(of, block);
  return out + ranking_of_all(of);
}

}  // namespace heteroscope
