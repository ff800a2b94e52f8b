#include "app/commands/bench/cross.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <span>

#include "app/commands/bench/cross_rows.hpp"
#include "app/commands/bench/notes.hpp"
#include "app/commands/bench/ranking.hpp"
#include "app/commands/bench/text.hpp"
#include "app/commands/table.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {

namespace {

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

std::vector<const PublishedTable*> published_of(const CrossRows& of, std::string_view variant) {
  std::vector<const PublishedTable*> out;
  for (const std::string_view machine : of.machines) {
    if (const PublishedTable* table = of.suite.published->find(variant, machine)) out.push_back(table);
  }
  return out;
}

/// What each block saves against the one to its left, over the scenes that both have: measured, and of the published
/// times; and what was published about these.
void add_saved(const CrossRows& of, TextTable& out, const std::string& variant,
               std::span<const PublishedTable* const> tables) {
  std::vector<std::string> saved{"saved", ""};
  std::vector<std::string> printed{"as printed"};
  printed.resize(1 + of.blocks.size());
  for (std::size_t i = 1; i < of.blocks.size(); ++i) {
    Pair pair;
    for (const std::string& scene : of.scenes) {
      const BenchRow* before = of.find(variant, scene, of.blocks[i - 1]);
      const BenchRow* after = of.find(variant, scene, of.blocks[i]);
      if (before == nullptr || after == nullptr) continue;
      pair.before.push_back(before->ms.median);
      pair.after.push_back(after->ms.median);
    }
    saved.push_back(pair.saved());
  }
  for (const PublishedTable* table : tables) {
    saved.emplace_back();
    printed.emplace_back();
    for (std::size_t i = 1; i < of.blocks.size(); ++i) {
      Pair pair;
      for (const PublishedTable::Row& row : table->rows) {
        const double before = of.published_ms(*table, row.scene, of.blocks[i - 1]);
        const double after = of.published_ms(*table, row.scene, of.blocks[i]);
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

/// One variant: a line for each scene, columns by block, measured and published; then what each block saves.
std::string by_block(const CrossRows& of, const std::string& variant) {
  std::vector<const PublishedTable*> tables = published_of(of, variant);
  const bool comparable = std::ranges::any_of(of.blocks, [&](BlockShape block) { return of.is_published(block); });
  if (!comparable) tables.clear();
  std::vector<TextTable::Column> columns{{std::string(of.suite.axis), true}};
  for (const BlockShape block : of.blocks) columns.push_back({block_text(block), true});
  for (const PublishedTable* table : tables) {
    for (const BlockShape block : of.blocks)
      columns.push_back({fmt::format("{} {}", table->machine, block_text(block)), true});
  }
  TextTable out(columns);
  for (const std::string& scene : of.scenes) {
    std::vector<std::string> cells{scene};
    for (const BlockShape block : of.blocks) {
      const BenchRow* row = of.find(variant, scene, block);
      cells.push_back(row == nullptr ? "" : time_text(row->ms));
    }
    for (const PublishedTable* table : tables) {
      for (const BlockShape block : of.blocks) {
        const double ms = of.published_ms(*table, scene, block);
        cells.push_back(ms > 0 ? fmt::format("{}", ms) : "");
      }
    }
    out.add(std::move(cells));
  }
  if (of.blocks.size() > 1) add_saved(of, out, variant, tables);
  std::string text = fmt::format("{}, ms:\n\n{}", variant, out.markdown());
  for (const PublishedTable* table : tables) {
    if (!table->note.empty()) text += fmt::format("\nTable {}: {}\n", table->id, table->note);
  }
  return text + '\n';
}

/// The variants that have no blocks: a column each.
std::string without_blocks(const CrossRows& of) {
  if (of.plain.empty()) return {};
  std::vector<TextTable::Column> columns{{std::string(of.suite.axis), true}};
  for (const std::string& each : of.plain) columns.push_back({each, true});
  TextTable out(columns);
  for (const std::string& scene : of.scenes) {
    std::vector<std::string> cells{scene};
    for (const std::string& variant : of.plain) {
      const BenchRow* row = of.find(variant, scene, {});
      cells.push_back(row == nullptr ? "" : time_text(row->ms));
    }
    out.add(std::move(cells));
  }
  return fmt::format("Without a choice of blocks, ms:\n\n{}\n", out.markdown());
}

/// The rows in one precision.
std::string tables_of(const CrossRows& of) {
  std::string out;
  for (const std::string& each : of.blocked) out += by_block(of, each);
  return out + without_blocks(of) + rankings(of);
}

/// "cost=distance": what the suite or the user chose, but for the axis.
std::string choices(const Bench& bench) {
  const Workload& workload = find_workload(catalog(), bench.suite->workload);
  const Values& values = bench.rows.front().what.settings.problem.parameters;
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
  for (const BenchRow& row : bench.rows) add_once(precisions, row.what.settings.problem.precision);
  for (const Precision precision : precisions) {
    out += fmt::format("{} in {}, {}\n\n", suite.workload, id_of(precision), choices(bench));
    out += tables_of(CrossRows(bench, precision));
  }
  return out + fmt::format("written counts each result once. {} speed-up is over {} at the same {}.\n",
                           share_note(bench), find_workload(catalog(), suite.workload).stages.front().reference(),
                           suite.axis);
}

}  // namespace heteroscope
