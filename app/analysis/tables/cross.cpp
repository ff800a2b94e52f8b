#include "app/analysis/tables/cross.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <span>

#include "app/analysis/claims/published.hpp"
#include "app/analysis/others.hpp"
#include "app/analysis/reading.hpp"
#include "app/analysis/tables/cross_rows.hpp"
#include "app/analysis/tables/notes.hpp"
#include "app/analysis/tables/ranking.hpp"
#include "app/results/fact_columns.hpp"

namespace heteroscope {

namespace {

/// "1.8203 ± 0.0011": median and standard deviation, ms; "1.8203 (1 run)" where nothing is known of that. A
/// star where the row is marked.
std::string row_time_text(const ResultRow& row) {
  const double ms = row.number(column::median_ms);
  const int digits = ms >= 1000 ? 1 : ms >= 100 ? 2 : ms >= 10 ? 3 : 4;
  const std::string beyond =
      of_one_run(row) ? "(1 run)"
                      : fmt::format("± {:.{}f}", std::sqrt(row.number(column::mean_square_error_ms2)), digits);
  return fmt::format("{:.{}f} {}{}", ms, digits, beyond, star(row));
}

/// Of rows that were measured once all times are one.
bool has_several_runs(const CrossRows& of) {
  return !std::ranges::all_of(of.rows, [](const ResultRow* row) { return of_one_run(*row); });
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

std::vector<const PublishedTable*> published_tables_of(const CrossRows& of, std::string_view variant) {
  std::vector<const PublishedTable*> out;
  for (const std::string_view machine : of.machines) {
    if (const PublishedTable* table = of.published->find(variant, machine)) out.push_back(table);
  }
  return out;
}

/// What each block saves against the one to its left, over the scenes that both have, of rows that are not marked:
/// measured, and of the published times; and what was published about these.
void add_saved(const CrossRows& of, TextTable& out, const std::string& variant,
               std::span<const PublishedTable* const> tables) {
  std::vector<std::string> saved{"saved", ""};
  std::vector<std::string> printed{"as printed"};
  printed.resize(1 + of.blocks.size());
  for (std::size_t i = 1; i < of.blocks.size(); ++i) {
    Pair pair;
    for (const std::string& scene : of.scenes) {
      const ResultRow* before = of.find(variant, scene, of.blocks[i - 1]);
      const ResultRow* after = of.find(variant, scene, of.blocks[i]);
      if (before == nullptr || after == nullptr || is_marked(*before) || is_marked(*after)) continue;
      pair.before.push_back(before->number(column::median_ms));
      pair.after.push_back(after->number(column::median_ms));
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

/// A time of a row's runs in a column: "min" of "min_ms".
struct RunTime {
  Column id;
  const char* title;
};
constexpr std::array run_times{RunTime{column::min_ms, "shortest"}, RunTime{column::mean_ms, "mean"},
                               RunTime{column::max_ms, "longest"}};

std::string run_text(const ResultRow* row, const RunTime& time) {
  return row == nullptr ? std::string() : fmt::format("{:.4g}", row->number(time.id));
}

/// What the runs of one variant were between, and their mean: columns by block.
void add_runs_by_block(Document& to, const CrossRows& of, const std::string& variant) {
  std::vector<TextTable::Column> columns{{std::string(of.suite.axis), true}};
  for (const BlockShape block : of.blocks) {
    for (const RunTime& time : run_times)
      columns.push_back({fmt::format("{} {}", block_text(block), time.title), true});
  }
  TextTable out(columns);
  for (const std::string& scene : of.scenes) {
    std::vector<std::string> cells{scene};
    for (const BlockShape block : of.blocks) {
      for (const RunTime& time : run_times) cells.push_back(run_text(of.find(variant, scene, block), time));
    }
    out.add(std::move(cells));
  }
  to.emplace_back(Paragraph{variant + ": shortest, mean and longest run, ms:"});
  to.emplace_back(std::move(out));
}

/// One variant: a line for each scene, columns by block, measured and published; then what each block saves.
void add_by_block(Document& to, const CrossRows& of, const std::string& variant) {
  std::vector<const PublishedTable*> tables = published_tables_of(of, variant);
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
      const ResultRow* row = of.find(variant, scene, block);
      cells.push_back(row == nullptr ? "" : row_time_text(*row));
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
  to.emplace_back(Paragraph{variant + ", ms:"});
  to.emplace_back(std::move(out));
  for (const PublishedTable* table : tables) {
    if (!table->note.empty()) to.emplace_back(Paragraph{fmt::format("Table {}: {}", table->id, table->note)});
  }
  if (has_several_runs(of)) add_runs_by_block(to, of, variant);
}

/// The variants that have no blocks: a column each, of what `text` says of a row.
void add_without_blocks(Document& to, const CrossRows& of, const std::string& title,
                        const std::function<std::string(const ResultRow&)>& text) {
  if (of.plain.empty()) return;
  std::vector<TextTable::Column> columns{{std::string(of.suite.axis), true}};
  for (const std::string& each : of.plain) columns.push_back({each, true});
  TextTable out(columns);
  for (const std::string& scene : of.scenes) {
    std::vector<std::string> cells{scene};
    for (const std::string& variant : of.plain) {
      const ResultRow* row = of.find_plain(variant, scene);
      cells.push_back(row == nullptr ? "" : text(*row));
    }
    out.add(std::move(cells));
  }
  to.emplace_back(Paragraph{title});
  to.emplace_back(std::move(out));
}

/// The rows in one precision.
void add_tables(Document& to, const CrossRows& of) {
  for (const std::string& each : of.blocked) add_by_block(to, of, each);
  add_without_blocks(to, of,
                     of.suite.blocks.empty() ? "Times, ms:" : "Variants without a choice of block, ms:", row_time_text);
  for (const RunTime& time : run_times) {
    const auto text = [&](const ResultRow& row) { return run_text(&row, time); };
    const std::string title = fmt::format("The same runs, {}, ms:", time.title);
    if (has_several_runs(of)) add_without_blocks(to, of, title, text);
  }
  const auto whole = [](const ResultRow& row) { return cell(row, column::whole_ms); };
  if (std::ranges::any_of(of.rows, [](const ResultRow* row) { return has(*row, column::whole_ms); }))
    add_without_blocks(to, of, "Whole calls: with allocating the memory and copying the result to the host:", whole);
  std::ranges::move(rankings(of), std::back_inserter(to));
}

/// What stands before all tables.
void add_words(Document& to, const Result& result, const Suite& suite) {
  to.emplace_back(Paragraph{"Times are medians of the runs ± standard deviation, in ms."});
  const auto has_no_block = [](const ResultRow& row) { return block_of(row) == BlockShape{}; };
  if (suite.blocks.empty() || std::ranges::all_of(result.rows, has_no_block)) return;
  to.emplace_back(Paragraph{
      fmt::format("saved: how much less time a block takes than the block to its left, on average over all {}. useful: "
                  "blocks that compute at least one value. wasted threads: threads that compute no value.",
                  suite.axis)});
  const Published* const published = published_of(suite);
  if (published == nullptr || published->tables.empty()) return;
  std::string beside = fmt::format("For comparison: {}.", published->title);
  for (const std::string& each : published->notes) beside += fmt::format(" {}", each);
  to.emplace_back(Paragraph{std::move(beside)});
}

}  // namespace

Document cross_tables(const Result& result, const Suite& suite) {
  Document out;
  add_words(out, result, suite);
  std::vector<std::string> precisions;
  for (const ResultRow& row : result.rows) add_once(precisions, row.text(column::precision));
  const std::string chosen = fact(result, column::chosen);
  for (const std::string& precision : precisions) {
    out.emplace_back(
        Paragraph{fmt::format("{} in {}{}", suite.workload, precision, chosen.empty() ? "" : ", " + chosen)});
    add_tables(out, CrossRows(result, suite, precision));
  }
  const bool writes =
      std::ranges::any_of(result.rows, [](const ResultRow& row) { return holds(row, column::only_writes); });
  out.emplace_back(Paragraph{fmt::format("{}{} speed-up: the time of the reference at the same {} / this time.",
                                         writes ? written_note() + ' ' : "", share_note(result), suite.axis)});
  return out;
}

}  // namespace heteroscope
