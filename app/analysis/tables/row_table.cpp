#include "app/analysis/tables/row_table.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>

#include "app/analysis/graphs/bars.hpp"
#include "app/analysis/others.hpp"
#include "app/analysis/reading.hpp"
#include "app/analysis/tables/notes.hpp"
#include "app/analysis/tables/ranking.hpp"
#include "app/measures/roofline.hpp"
#include "app/results/row_columns.hpp"

namespace heteroscope {

namespace {

/// A column of the table: its title, and what a row has there.
struct TableColumn {
  std::string title;
  bool right = false;
  std::function<std::string(const ResultRow&)> text;
};

TableColumn words(const Column& of) {
  return {std::string(of.name), false, [of](const ResultRow& row) { return cell(row, of); }};
}

TableColumn numbers(const Column& of, std::string_view title) {
  return {std::string(title), true, [of](const ResultRow& row) { return cell(row, of); }};
}

/// Under its own name.
TableColumn numbers(const Column& of) {
  return numbers(of, of.name);
}

bool any(const Result& result, const std::function<bool(const ResultRow&)>& holds_for) {
  return std::ranges::any_of(result.rows, holds_for);
}

bool takes_steps(const ResultRow& row) {
  return has(row, column::steps);
}

bool only_writes(const ResultRow& row) {
  return holds(row, column::only_writes);
}

/// Which columns about bytes the rows need.
struct ByteColumns {
  bool bound = false;    ///< by them: work without arithmetic of its own
  bool written = false;  ///< that is all that is counted
  bool of_copy = false;
  bool of_fill = false;
  explicit ByteColumns(const Result& result)
      : bound(!any(result, [](const ResultRow& row) { return row.number(column::fma_per_operation) != 0; })),
        written((!bound && !any(result, takes_steps)) || std::ranges::all_of(result.rows, only_writes)),
        of_copy(bound && !written),
        of_fill(any(result, only_writes)) {}
};

std::string unit_of(const Result& result) {
  return result.rows.empty() ? "operations" : result.rows.front().text(column::operation_unit);
}

std::string block_and_mapping(const ResultRow& row) {
  const std::string mapping = row.text(column::mapping);
  return mapping.empty() ? block_text(row) : block_text(row) + ' ' + mapping;
}

std::string steps_text(const ResultRow& row) {
  return cell(row, column::steps) + (row.at(column::settled).value == DatumValue(false) ? " (not settled)" : "");
}

/// The unit is the column's where the row has no other.
std::string rate_text(const ResultRow& row, const std::string& unit) {
  const std::string rate = with_prefix(row.number(column::operations_per_s));
  return row.text(column::operation_unit) == unit ? rate
                                                  : fmt::format("{} {}/s", rate, row.text(column::operation_unit));
}

/// Whether the row has a figure without a value.
bool has_dash(const ResultRow& row) {
  return std::ranges::any_of(row.data, [](const Datum& each) {
    const bool figure = each.id.starts_with("modeled/") || each.id.starts_with("counted/");
    return figure && !each.there();
  });
}

/// "–": there is nothing of this kind in the variant.
std::string modeled_text(const ResultRow& row, const std::string& id) {
  const Datum* const datum = row.find(id);
  if (datum == nullptr) return {};
  return datum->there() ? fmt::format("{:.4g} {}", datum->number(), datum->unit) : "–";
}

/// A column for each figure that some variant has of that: "modeled", or "counted".
void add_figures(std::vector<TableColumn>& out, const Result& result, const std::string& how) {
  std::vector<std::string> known;
  for (const ResultRow& row : result.rows) {
    for (const Datum& each : row.data) {
      if (!each.id.starts_with(how + '/') || std::ranges::find(known, each.id) != known.end()) continue;
      known.push_back(each.id);
      out.push_back({fmt::format("{} ({})", each.name, how), true,
                     [id = each.id](const ResultRow& of) { return modeled_text(of, id); }});
    }
  }
}

std::vector<TableColumn> columns_of_result(const Result& result, const ByteColumns& bytes) {
  const std::string unit = unit_of(result);
  std::vector<TableColumn> out{words(column::scene),   {"size", false, size_text}, words(column::precision),
                               words(column::variant), numbers(column::threads),   {"block", false, block_and_mapping},
                               words(column::memory)};
  if (any(result, takes_steps)) {
    out.push_back({"steps", true, steps_text});
    out.push_back(numbers(column::step_ms));
  }
  out.push_back(numbers(column::median_ms));
  if (any(result, [](const ResultRow& row) { return has(row, column::reach); })) out.push_back(numbers(column::reach));
  out.push_back(numbers(column::repeats, "runs"));
  out.insert(out.end(), {numbers(column::min_ms), numbers(column::max_ms)});
  out.push_back(numbers(column::spread));
  if (has_others(result)) out.push_back({"others", true, [](const ResultRow& row) { return others_cell(row); }});
  out.push_back({unit + "/s", true, [unit](const ResultRow& row) { return rate_text(row, unit); }});
  if (!bytes.bound) out.push_back(numbers(column::fma_ceiling_share));
  out.push_back(numbers(column::bytes_per_s, bytes.written ? "written" : "moved"));
  if (bytes.of_copy) out.push_back(numbers(column::copy_ceiling_share));
  if (bytes.of_fill) out.push_back(numbers(column::fill_ceiling_share));
  if (bytes.of_copy || bytes.of_fill) out.push_back({"set", true, set_text});
  out.push_back(numbers(column::speedup));
  if (any(result, [](const ResultRow& row) { return has(row, column::differing_values); })) {
    out.push_back(numbers(column::differing_values));
    out.push_back(numbers(column::largest_difference));
  }
  add_figures(out, result, "modeled");
  add_figures(out, result, "counted");
  return out;
}

TextTable table_of(const Result& result, const std::vector<TableColumn>& columns) {
  const std::vector<RankedRow> rows = rows_in_order(result);
  const bool ranked = is_ranking(result);
  std::vector<TextTable::Column> heads;
  if (ranked) heads.push_back({"place", true});
  for (const TableColumn& each : columns) heads.push_back({each.title, each.right});
  TextTable out(std::move(heads));
  for (const RankedRow& row : rows) {
    std::vector<std::string> cells;
    if (ranked) cells.push_back(row.place);
    for (const TableColumn& each : columns) cells.push_back(each.text(*row.row));
    out.add(std::move(cells));
  }
  return out;
}

std::string note(const Result& result, const ByteColumns& bytes) {
  if (!bytes.bound) {
    return fmt::format(
        "{}/s counts the work of the plain loop. A variant that skips part of this work can be above 100 %.",
        unit_of(result));
  }
  if (bytes.written) return written_note();
  if (any(result, takes_steps)) {
    return "The column \"moved\" says how many bytes pass between processor and memory in a second if each step reads "
           "the grid once and writes it once. A variant that makes several steps in one pass over memory can be above "
           "100 %.";
  }
  return "The column \"moved\" says how many bytes pass between processor and memory in a second if each input is read "
         "once and each result is written once.";
}

/// Which variants of a ranking are faster than the ceilings allow, each once.
void add_too_fast(Document& to, const Result& result) {
  Names too_fast;
  for (const ResultRow& row : result.rows) {
    for (const Column& each : {column::fma_ceiling_share, column::copy_ceiling_share, column::fill_ceiling_share}) {
      if (has(row, each) && row.number(each) > too_large_share) too_fast.place(row.text(column::variant));
    }
  }
  if (too_fast.all().empty()) return;
  to.emplace_back(Paragraph{
      fmt::format("More than this machine can do by its measured ceilings: {}. Such a variant needs less than the "
                  "workload says, or leaves something out.",
                  fmt::join(too_fast.all(), ", "))});
}

/// What the workload says about the rows' settings, each once.
void add_advices(Document& to, const Result& result) {
  Names said;
  for (const ResultRow& row : result.rows) {
    if (has(row, column::advice)) said.place(row.text(column::advice));
  }
  for (const std::string& each : said.all()) to.emplace_back(Paragraph{each});
}

/// The rates once more, by block shape, if there are several: a line a shape, a column a scene, variant and precision.
void add_by_block(Document& to, const Result& result) {
  if (!compares_blocks(result)) return;
  Names shapes;
  Names titles;
  std::map<std::pair<std::size_t, std::size_t>, std::string> rates;
  for (const ResultRow& row : result.rows) {
    const std::string shape = block_text(row);
    if (shape.empty()) continue;
    const std::size_t title = titles.place(
        fmt::format("{} {} {}", row.text(column::scene), row.text(column::variant), row.text(column::precision)));
    rates[{shapes.place(shape), title}] = with_prefix(row.number(column::operations_per_s));
  }
  std::vector<TextTable::Column> columns{{"block"}};
  for (const std::string& each : titles.all()) columns.push_back({each, true});
  TextTable table(columns);
  for (std::size_t line = 0; line < shapes.all().size(); ++line) {
    std::vector<std::string> cells{shapes.all()[line]};
    for (std::size_t i = 0; i < titles.all().size(); ++i) cells.push_back(rates[{line, i}]);
    table.add(std::move(cells));
  }
  to.emplace_back(Paragraph{fmt::format("{}/s by block:", unit_of(result))});
  to.emplace_back(std::move(table));
}

}  // namespace

Document row_table(const Result& result) {
  const ByteColumns bytes(result);
  Document out{table_of(result, columns_of_result(result, bytes))};
  if (is_ranking(result)) std::ranges::move(winners(result), std::back_inserter(out));
  out.emplace_back(Paragraph{note(result, bytes)});
  if (bytes.of_copy || bytes.of_fill) out.emplace_back(Paragraph{share_note(result)});
  if (is_ranking(result) && any(result, is_marked)) {
    out.emplace_back(
        Paragraph{"place: empty where other programs used so much of the processors that the row cannot be ranked."});
  }
  if (is_ranking(result)) add_too_fast(out, result);
  if (any(result, has_dash)) out.emplace_back(Paragraph{"–: not known, or the variant has no such access."});
  if (any(result, [](const ResultRow& row) { return has(row, column::settled); }))
    out.emplace_back(Paragraph{"median: the time from the start until the tolerance is reached."});
  std::ranges::move(fast_math_notes(result), std::back_inserter(out));
  std::ranges::move(decay_notes(result), std::back_inserter(out));
  add_advices(out, result);
  add_by_block(out, result);
  return out;
}

}  // namespace heteroscope
