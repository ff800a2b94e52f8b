#include "app/commands/bench_cross.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <span>

#include "app/commands/bench_text.hpp"
#include "app/commands/table.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {

namespace {

template <class T>
void add_once(std::vector<T>& all, const T& value) {
  if (std::ranges::find(all, value) == all.end()) all.push_back(value);
}

/// "1.8203 ± 0.0011": median and root of the mean square error, ms.
std::string time_text(const Statistics& ms) {
  const int digits = ms.median >= 1000 ? 1 : ms.median >= 100 ? 2 : ms.median >= 10 ? 3 : 4;
  return fmt::format("{:.{}f} ± {:.{}f}", ms.median, digits, std::sqrt(ms.mean_square_error), digits);
}

std::string signed_percent(double share) {
  return fmt::format("{:+.2f} %", 100 * share);
}

/// Times of neighboring blocks over the same scenes.
struct Pair {
  std::vector<double> before, after;
  [[nodiscard]] std::string saved() const {
    return before.empty() ? std::string() : signed_percent(saved_share(before, after));
  }
};

/// The rows in one precision.
class CrossTables {
 public:
  CrossTables(const Bench& bench, Precision precision) : suite_(*bench.suite) {
    for (const BenchRow& row : bench.rows) {
      if (row.what.settings.precision != precision) continue;
      rows_.push_back(&row);
      add_once(scenes_, row.what.scene);
      if (row.block == BlockShape{}) {
        add_once(plain_, row.what.variant);
      } else {
        add_once(blocks_, row.block);
        add_once(blocked_, row.what.variant);
      }
    }
    if (suite_.published != nullptr) machines_ = suite_.published->machines();
  }

  [[nodiscard]] std::string text() const {
    std::string out;
    for (const std::string& each : blocked_) out += by_block(each);
    out += without_blocks();
    for (const BlockShape block : blocks_) out += ranking(block);
    return out + ranking_of_all();
  }

 private:
  [[nodiscard]] const BenchRow* find(std::string_view variant, std::string_view scene, BlockShape block) const {
    const auto found = std::ranges::find_if(rows_, [&](const BenchRow* row) {
      return row->what.variant == variant && row->what.scene == scene && row->block == block;
    });
    return found == rows_.end() ? nullptr : *found;
  }

  /// A published time, ms, in a block; 0 where there is none.
  [[nodiscard]] double published_ms(const PublishedTable& table, std::string_view scene, BlockShape block) const {
    const auto column = static_cast<std::size_t>(std::ranges::find(suite_.blocks, block) - suite_.blocks.begin());
    for (const PublishedTable::Row& row : table.rows) {
      if (row.scene == scene && column < row.ms.size()) return row.ms[column];
    }
    return 0;
  }

  [[nodiscard]] std::vector<const PublishedTable*> published_of(std::string_view variant) const {
    std::vector<const PublishedTable*> out;
    for (const std::string_view machine : machines_) {
      if (const PublishedTable* table = suite_.published->find(variant, machine)) out.push_back(table);
    }
    return out;
  }

  /// One variant: a line for each scene, columns by block, measured and published; then what each block saves.
  [[nodiscard]] std::string by_block(const std::string& variant) const {
    std::vector<const PublishedTable*> tables = published_of(variant);
    const bool comparable = std::ranges::any_of(
        blocks_, [&](BlockShape block) { return std::ranges::find(suite_.blocks, block) != suite_.blocks.end(); });
    if (!comparable) tables.clear();
    std::vector<TextTable::Column> columns{{std::string(suite_.axis), true}};
    for (const BlockShape block : blocks_) columns.push_back({block_text(block), true});
    for (const PublishedTable* table : tables) {
      for (const BlockShape block : blocks_)
        columns.push_back({fmt::format("{} {}", table->machine, block_text(block)), true});
    }
    TextTable out(columns);
    for (const std::string& scene : scenes_) {
      std::vector<std::string> cells{scene};
      for (const BlockShape block : blocks_) {
        const BenchRow* row = find(variant, scene, block);
        cells.push_back(row == nullptr ? "" : time_text(row->ms));
      }
      for (const PublishedTable* table : tables) {
        for (const BlockShape block : blocks_) {
          const double ms = published_ms(*table, scene, block);
          cells.push_back(ms > 0 ? fmt::format("{}", ms) : "");
        }
      }
      out.add(std::move(cells));
    }
    if (blocks_.size() > 1) add_saved(out, variant, tables);
    std::string text = fmt::format("{}, ms:\n\n{}", variant, out.markdown());
    for (const PublishedTable* table : tables) {
      if (!table->note.empty()) text += fmt::format("\nTable {}: {}\n", table->id, table->note);
    }
    return text + '\n';
  }

  /// What each block saves against the one to its left, over the scenes that both have: measured, and of the published
  /// times; and what was published about these.
  void add_saved(TextTable& out, const std::string& variant, std::span<const PublishedTable* const> tables) const {
    std::vector<std::string> saved{"saved", ""};
    std::vector<std::string> printed{"as printed"};
    printed.resize(1 + blocks_.size());
    for (std::size_t i = 1; i < blocks_.size(); ++i) {
      Pair pair;
      for (const std::string& scene : scenes_) {
        const BenchRow* before = find(variant, scene, blocks_[i - 1]);
        const BenchRow* after = find(variant, scene, blocks_[i]);
        if (before == nullptr || after == nullptr) continue;
        pair.before.push_back(before->ms.median);
        pair.after.push_back(after->ms.median);
      }
      saved.push_back(pair.saved());
    }
    for (const PublishedTable* table : tables) {
      saved.emplace_back();
      printed.emplace_back();
      for (std::size_t i = 1; i < blocks_.size(); ++i) {
        Pair pair;
        for (const PublishedTable::Row& row : table->rows) {
          const double before = published_ms(*table, row.scene, blocks_[i - 1]);
          const double after = published_ms(*table, row.scene, blocks_[i]);
          if (before <= 0 || after <= 0) continue;
          pair.before.push_back(before);
          pair.after.push_back(after);
        }
        saved.push_back(pair.saved());
        const bool known = !pair.before.empty() && i - 1 < table->saved_percent.size();
        printed.push_back(known ? signed_percent(table->saved_percent[i - 1] / 100) : "");
      }
    }
    out.add(std::move(saved));
    if (!tables.empty()) out.add(std::move(printed));
  }

  /// The variants that have no blocks: a column each.
  [[nodiscard]] std::string without_blocks() const {
    if (plain_.empty()) return {};
    std::vector<TextTable::Column> columns{{std::string(suite_.axis), true}};
    for (const std::string& each : plain_) columns.push_back({each, true});
    TextTable out(columns);
    for (const std::string& scene : scenes_) {
      std::vector<std::string> cells{scene};
      for (const std::string& variant : plain_) {
        const BenchRow* row = find(variant, scene, {});
        cells.push_back(row == nullptr ? "" : time_text(row->ms));
      }
      out.add(std::move(cells));
    }
    return fmt::format("Without a choice of blocks, ms:\n\n{}\n", out.markdown());
  }

  [[nodiscard]] double axis_of(const BenchRow& row) const {
    return row.what.settings.parameters.find(suite_.axis)->second;
  }

  /// Of the rows those with the axis' largest value, the fastest first.
  [[nodiscard]] std::vector<const BenchRow*> at_the_end(std::vector<const BenchRow*> rows) const {
    double end = 0;
    for (const BenchRow* row : rows) end = std::max(end, axis_of(*row));
    std::erase_if(rows, [&](const BenchRow* row) { return axis_of(*row) < end; });
    std::ranges::stable_sort(rows, {}, [](const BenchRow* row) { return row->ms.median; });
    return rows;
  }

  /// "2 of 5: 17.43 ms, 1.44x": a variant's place on a machine where its tables end; "–" if it has none.
  [[nodiscard]] std::string published_place(std::string_view variant, std::string_view machine,
                                            BlockShape block) const {
    const PublishedTable* table = suite_.published->find(variant, machine);
    const PublishedTable* baseline = suite_.published->find(suite_.baseline, machine);
    if (table == nullptr) return "–";
    const std::string_view scene = table->rows.back().scene;
    const double ms = published_ms(*table, scene, block);
    int place = 1;
    int count = 0;
    for (const PublishedTable& other : suite_.published->tables) {
      if (other.machine != machine) continue;
      const double other_ms = published_ms(other, scene, block);
      count += other_ms > 0 ? 1 : 0;
      place += other_ms > 0 && other_ms < ms ? 1 : 0;
    }
    std::string out = fmt::format("{} of {}: {}", place, count, milliseconds(ms));
    if (baseline != nullptr) out += fmt::format(", {}x", times(published_ms(*baseline, scene, block) / ms));
    return out;
  }

  [[nodiscard]] std::string ranking(BlockShape block) const {
    std::vector<const BenchRow*> rows;
    for (const BenchRow* row : rows_) {
      const bool plain_gpu = row->block == BlockShape{} && row->what.settings.processor == Processor::gpu;
      if (row->block == block || plain_gpu) rows.push_back(row);
    }
    rows = at_the_end(rows);
    const std::string& scene = rows.front()->what.scene;
    const BenchRow* baseline = find(suite_.baseline, scene, block);
    const bool comparable = std::ranges::find(suite_.blocks, block) != suite_.blocks.end();
    std::vector<TextTable::Column> columns{{"", true},         {"variant"},
                                           {"median", true},   {fmt::format("over {}", suite_.baseline), true},
                                           {"written", true},  {"of fill", true},
                                           {"launches", true}, {"blocks", true},
                                           {"useful", true},   {"wasted threads", true}};
    for (const std::string_view machine : machines_) {
      if (comparable) columns.push_back({fmt::format("{}, {} = {}", machine, suite_.axis, end_of(machine)), true});
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
                                     percent(row->fill_share)};
      const auto count = [&](std::int64_t CoverFigures::*what) {
        cells.push_back(row->cover ? std::to_string(*row->cover.*what) : "");
      };
      count(&CoverFigures::launches);
      count(&CoverFigures::blocks);
      count(&CoverFigures::useful_blocks);
      cells.push_back(row->cover ? percent(row->cover->wasted_threads()) : "");
      for (const std::string_view machine : machines_) {
        if (comparable) cells.push_back(published_place(row->what.variant, machine, block));
      }
      out.add(std::move(cells));
    }
    return fmt::format("Ranking in blocks of {} at {} = {}:\n\n{}\n", block_text(block), suite_.axis, scene,
                       out.markdown());
  }

  /// The scene with which a machine's tables end.
  [[nodiscard]] std::string_view end_of(std::string_view machine) const {
    const auto found = std::ranges::find(suite_.published->tables, machine, &PublishedTable::machine);
    return found->rows.back().scene;
  }

  /// Every variant in its fastest block.
  [[nodiscard]] std::string ranking_of_all() const {
    std::vector<const BenchRow*> rows;
    for (const BenchRow* row : at_the_end(rows_)) {
      const bool known =
          std::ranges::any_of(rows, [&](const BenchRow* other) { return other->what.variant == row->what.variant; });
      if (!known) rows.push_back(row);
    }
    const bool compared =
        std::ranges::any_of(rows, [&](const BenchRow* row) { return best_speedup(*row).has_value(); });
    std::vector<TextTable::Column> columns{{"", true}, {"variant"}};
    if (!blocks_.empty()) columns.push_back({"block"});
    columns.insert(columns.end(), {TextTable::Column{"threads", true}, TextTable::Column{"median", true},
                                   TextTable::Column{"speed-up", true}});
    if (compared) columns.push_back({fmt::format("over {}", suite_.baseline), true});
    columns.insert(columns.end(), {TextTable::Column{"written", true}, TextTable::Column{"of fill", true}});
    TextTable out(columns);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const BenchRow& row = *rows[i];
      std::vector<std::string> cells{std::to_string(i + 1), row.what.variant};
      if (!blocks_.empty()) cells.push_back(block_text(row.block));
      cells.push_back(row.threads > 0 ? std::to_string(row.threads) : "");
      cells.push_back(milliseconds(row.ms.median));
      cells.push_back(times(row.speedup));
      if (compared) cells.push_back(times(best_speedup(row)));
      cells.push_back(with_prefix(row.bytes_per_s) + "B/s");
      cells.push_back(percent(row.fill_share));
      out.add(std::move(cells));
    }
    return fmt::format("All variants at {} = {}{}:\n\n{}\n", suite_.axis, rows.front()->what.scene,
                       blocks_.empty() ? "" : ", each in its fastest block", out.markdown());
  }

  /// Over the baseline in its fastest block.
  [[nodiscard]] std::optional<double> best_speedup(const BenchRow& row) const {
    std::optional<double> baseline;
    for (const BenchRow* other : rows_) {
      if (other->what.variant != suite_.baseline || other->what.scene != row.what.scene) continue;
      baseline = std::min(baseline.value_or(other->ms.median), other->ms.median);
    }
    return baseline ? std::optional(*baseline / row.ms.median) : std::nullopt;
  }

  const Suite& suite_;
  std::vector<const BenchRow*> rows_;
  std::vector<std::string> scenes_, blocked_, plain_;  ///< plain: without a choice of blocks
  std::vector<BlockShape> blocks_;
  std::vector<std::string_view> machines_;  ///< of what was published
};

/// "cost=distance": what the suite or the user chose, but for the axis.
std::string choices(const Bench& bench) {
  const Workload& workload = find_workload(catalog(), bench.suite->workload);
  const Values& values = bench.rows.front().what.settings.parameters;
  std::vector<std::string> out;
  for (const Parameter& each : workload.parameters) {
    const auto found = values.find(each.id);
    if (each.id == bench.suite->axis || found == values.end()) continue;
    if (found->second == each.initial && !bench.suite->values.contains(each.id)) continue;
    out.push_back(fmt::format("{}={}", each.id, value_text(each, found->second)));
  }
  return fmt::to_string(fmt::join(out, ", "));
}

}  // namespace

std::string cross_tables(const Bench& bench) {
  const Suite& suite = *bench.suite;
  const bool blocks = std::ranges::any_of(bench.rows, [](const BenchRow& row) { return row.block != BlockShape{}; });
  std::string out = "Times are medians of the runs ± the root of their mean square error about their mean, in ms.\n\n";
  if (blocks) {
    out += fmt::format(
        "saved: by how much a block's mean over all {} is less than that of the block to its left. useful: blocks that "
        "compute a value; wasted threads compute none.\n\n",
        suite.axis);
  }
  if (blocks && suite.published != nullptr) {
    out += fmt::format("Beside them: {}.", suite.published->title);
    for (const std::string_view each : suite.published->notes) out += fmt::format(" {}", each);
    out += "\n\n";
  }
  std::vector<Precision> precisions;
  for (const BenchRow& row : bench.rows) add_once(precisions, row.what.settings.precision);
  for (const Precision precision : precisions) {
    out += fmt::format("{} in {}, {}\n\n", suite.workload, id_of(precision), choices(bench));
    out += CrossTables(bench, precision).text();
  }
  return out + fmt::format("written counts each result once. speed-up is over {} at the same {}.\n",
                           find_workload(catalog(), suite.workload).stages.front().reference(), suite.axis);
}

}  // namespace heteroscope
