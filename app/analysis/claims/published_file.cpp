#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "app/analysis/claims/published.hpp"
#include "core/io/json/json_section.hpp"

namespace heteroscope {

namespace {

using nlohmann::json;

constexpr int published_levels = 8;
constexpr std::size_t longest_published_text = 4000;

/// Names of rows as "rows" has them.
RowNames names_in(const Section& suite) {
  RowNames out;
  const std::optional<Section> rows = suite.section("rows");
  if (!rows) return out;
  for (const auto& item : rows->object().items()) {
    const Section each = *rows->section(item.key());
    each.allow({"variant", "scene", "memory", "block", "precision", "threads"});
    out.push_back({item.key(), rows_in(each)});
  }
  return out;
}

const RowPattern& rows_called(const std::string& name, const RowNames& names, const Section& section) {
  const auto found = std::ranges::find(names, name, &NamedRows::name);
  if (found != names.end()) return found->rows;
  throw section.unknown("rows", name, list_ids(names, [](const NamedRows& each) { return each.name; }));
}

/// A line of a table: what it is of, and a value a column, or none.
struct PublishedLine {
  std::string head;
  std::vector<std::optional<double>> values;
};

std::vector<PublishedLine> lines_in(const Section& table, std::optional<std::size_t> columns = std::nullopt) {
  std::vector<PublishedLine> out;
  const json& all = table.list("lines");
  for (std::size_t i = 0; i < all.size(); ++i) {
    const json& line = all[i];
    const std::string at = fmt::format("lines[{}]", i);
    if (!line.is_array() || line.empty() || !line.front().is_string() ||
        line.size() != columns.value_or(line.size() - 1) + 1)
      throw table.fail(Wrong::kind, at, "must have a number or null for each column");
    PublishedLine next{.head = line.front().get<std::string>(), .values = {}};
    for (std::size_t k = 1; k < line.size(); ++k) {
      next.values.push_back(number_in(line[k]));
      if (!next.values.back() && !line[k].is_null())
        throw table.fail(Wrong::kind, at, "has a value that is not a number");
    }
    out.push_back(std::move(next));
  }
  return out;
}

/// What a column's figures have in common.
struct PublishedColumn {
  std::optional<RowPattern> rows;  ///< none: a line's
  std::string scene;               ///< of columns without rows
  std::vector<std::string> figures;
  std::string unit;
};

PublishedColumn column_in(const Section& table, std::size_t i, const RowNames& names) {
  const json& column = table.list("columns")[i];
  PublishedColumn out{.rows = std::nullopt,
                      .scene = table.text("scene").value_or(""),
                      .figures = {table.text("figure").value_or(std::string(column::median_ms.id))},
                      .unit = table.text("unit").value_or("ms")};
  if (column.is_string()) {
    out.rows = rows_called(column.get<std::string>(), names, table);
    return out;
  }
  const Section own = table.sections("columns")[i];
  own.allow({"scene", "figures", "unit"});
  out.scene = own.text("scene").value_or(out.scene);
  out.unit = own.text("unit").value_or(out.unit);
  if (own.find("figures") != nullptr) out.figures = own.texts("figures", longest_published_text);
  return out;
}

/// As rows have it: times in ms.
double in_own_unit(double value, const std::string& unit, const Section& table) {
  constexpr double thousand = 1000;
  if (unit == "s") return thousand * value;
  if (unit == "us") return value / thousand;
  if (unit != "ms" && unit != "%") throw table.unknown("unit", unit, "s, ms, us, %");
  return value;
}

void add_figures(std::vector<PublishedFigure>& to, const Section& table, const RowNames& names) {
  table.allow({"table", "machine", "figure", "unit", "scene", "columns", "lines"});
  std::vector<PublishedColumn> columns;
  for (std::size_t i = 0; i < table.list("columns").size(); ++i) columns.push_back(column_in(table, i, names));
  for (const PublishedLine& line : lines_in(table, columns.size())) {
    for (std::size_t i = 0; i < columns.size(); ++i) {
      if (!line.values[i]) continue;
      const PublishedColumn& column = columns[i];
      const RowPattern& rows = column.rows ? *column.rows : rows_called(line.head, names, table);
      for (const std::string& id : column.figures) {
        to.push_back({.table = table.wanted("table"),
                      .machine = table.wanted("machine"),
                      .scene = column.rows ? line.head : column.scene,
                      .variant = rows.variant,
                      .value = in_own_unit(*line.values[i], column.unit, table),
                      .id = id,
                      .block = rows.block,
                      .memory = rows.memory});
      }
    }
  }
}

/// Figures that stand beside another suite of the report, too.
void add_figures_again(std::vector<PublishedFigure>& to, const Section& again, const std::vector<Published>& before) {
  again.allow({"suite", "variants"});
  const std::string id = again.wanted("suite");
  const auto suite = std::ranges::find(before, id, &Published::suite);
  if (suite == before.end())
    throw again.unknown("suite", id, list_ids(before, [](const Published& each) { return each.suite; }));
  const std::vector<std::string> variants = again.texts("variants", longest_published_text);
  for (const PublishedFigure& each : suite->figures) {
    if (std::ranges::find(variants, each.variant) != variants.end()) to.push_back(each);
  }
}

PublishedTable table_in(const Section& table) {
  table.allow({"table", "machine", "variant", "lines", "saved_percent", "note"});
  PublishedTable out{.id = table.wanted("table"),
                     .machine = table.wanted("machine"),
                     .variant = table.wanted("variant"),
                     .rows = {},
                     .saved_percent = {},
                     .note = table.text("note", longest_published_text).value_or("")};
  for (const PublishedLine& line : lines_in(table)) {
    PublishedTable::Row& row = out.rows.emplace_back(PublishedTable::Row{.scene = line.head, .ms = {}});
    for (const std::optional<double> each : line.values) row.ms.push_back(each.value_or(0));
  }
  const std::optional<std::vector<double>> saved = numbers_in(table.list("saved_percent"));
  if (!saved) throw table.fail(Wrong::kind, "saved_percent", "is not a list of numbers");
  out.saved_percent = *saved;
  return out;
}

PublishedPeak published_peak(const Section& peak) {
  peak.allow({"machine", "sockets", "cores", "ghz", "flop_per_cycle", "gflop_per_s"});
  return {.machine = peak.wanted("machine"),
          .sockets = static_cast<int>(peak.needed_number("sockets")),
          .cores = static_cast<int>(peak.needed_number("cores")),
          .ghz = peak.needed_number("ghz"),
          .flop_per_cycle = peak.needed_number("flop_per_cycle"),
          .gflop_per_s = peak.needed_number("gflop_per_s")};
}

Claim claim_in(const Section& section, const RowNames& names) {
  section.allow({"said", "where", "if"});
  Claim out{.text = section.wanted("said", longest_published_text), .where = section.wanted("where"), .statement = {}};
  section.at("if", [&] { out.statement = parse_statement(section.wanted("if", longest_published_text), names); });
  return out;
}

/// The text with the report's id replaced by its title, which is what readers know it by.
std::string titled(std::string text, const SourceReport& report) {
  if (const std::size_t at = text.find(report.id); at != text.npos)
    text.replace(at, report.id.size(), '"' + report.title + '"');
  return text;
}

Published published_in(const Section& suite, const SourceReport& report, const std::vector<Published>& before) {
  suite.allow({"suite", "title", "notes", "rows", "peaks", "tables", "as_in", "by_block", "statements"});
  Published out{.suite = suite.wanted("suite"),
                .title = titled(suite.text("title").value_or(""), report),
                .notes = suite.texts("notes", longest_published_text)};
  const RowNames names = names_in(suite);
  for (const Section& each : suite.sections("peaks")) out.peaks.push_back(published_peak(each));
  for (const Section& each : suite.sections("by_block")) out.tables.push_back(table_in(each));
  for (const Section& each : suite.sections("tables")) add_figures(out.figures, each, names);
  for (const Section& each : suite.sections("as_in")) add_figures_again(out.figures, each, before);
  for (const Section& each : suite.sections("statements")) out.claims.push_back(claim_in(each, names));
  return out;
}

}  // namespace

PublishedReport parse_published(const std::string& text, const std::string& name) {
  const json root = parse_json(text, name, published_levels);
  const Section file(root, "", name);
  file.allow({"report", "suites"});
  const Section report = file.needed_section("report");
  report.allow({"id", "title", "authors", "kind", "year"});
  PublishedReport out{.report = {.id = report.wanted("id"),
                                 .title = report.wanted("title", longest_published_text),
                                 .authors = report.wanted("authors", longest_published_text),
                                 .kind = report.wanted("kind", longest_published_text),
                                 .year = report.text("year").value_or("")},
                      .suites = {}};
  for (const Section& each : file.sections("suites")) out.suites.push_back(published_in(each, out.report, out.suites));
  return out;
}

}  // namespace heteroscope
