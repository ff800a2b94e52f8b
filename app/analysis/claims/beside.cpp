#include "app/analysis/claims/beside.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/analysis/claims/judged.hpp"
#include "app/analysis/claims/published.hpp"
#include "app/analysis/claims/published_rows.hpp"
#include "app/analysis/claims/row_pattern.hpp"
#include "app/analysis/reading.hpp"
#include "app/results/row_columns.hpp"

namespace heteroscope {

namespace {

/// A line of the table: figures of several machines for the same row.
struct Line {
  PublishedFigure of;
  std::vector<const PublishedFigure*> by_machine;
};

bool same_figure(const PublishedFigure& a, const PublishedFigure& b) {
  return a.scene == b.scene && a.variant == b.variant && a.block == b.block && a.memory == b.memory && a.id == b.id;
}

std::string value_of(const PublishedFigure& figure, const Datum& like) {
  Datum shown_like = like;
  shown_like.value = figure.value;
  return shown(shown_like);
}

/// The published figure of a line as a row of a result has it.
const Datum& published_datum(const Result& result, const PublishedFigure& of) {
  return rows_like(result, rows_beside(of)).front()->at(of.id);
}

/// Tables by block, each as it was printed.
void add_tables(Document& to, const Suite& suite, const Published& published) {
  for (const PublishedTable& each : published.tables) {
    std::vector<TextTable::Column> columns{{std::string(suite.axis), true}};
    for (const BlockShape block : suite.blocks) columns.push_back({block_text(block), true});
    TextTable table(std::move(columns));
    for (const PublishedTable::Row& row : each.rows) {
      std::vector<std::string> cells{row.scene};
      for (const double ms : row.ms) cells.push_back(fmt::format("{}", ms));
      table.add(std::move(cells));
    }
    std::vector<std::string> saved{"saved", ""};
    for (const double percent : each.saved_percent) saved.push_back(fmt::format("{:+.2f} %", percent));
    table.add(std::move(saved));
    to.emplace_back(
        Paragraph{fmt::format("Table {}, {} on {}, ms:", each.id, each.variant, with_titles(each.machine))});
    to.emplace_back(std::move(table));
    if (!each.note.empty()) to.emplace_back(Paragraph{each.note});
  }
}

/// Without a row that was measured here all lines are shown, else those beside which there is one.
void add_figures(Document& to, const Result& result, const Suite& suite, const Published& published) {
  std::vector<std::string_view> machines;
  std::vector<Line> lines;
  for (const PublishedFigure& each : published.figures) {
    auto machine = std::ranges::find(machines, each.machine);
    if (machine == machines.end()) machine = machines.insert(machines.end(), each.machine);
    auto line = std::ranges::find_if(lines, [&](const Line& known) { return same_figure(known.of, each); });
    if (line == lines.end()) line = lines.insert(lines.end(), {each, {}});
    line->by_machine.resize(machines.size());
    line->by_machine[static_cast<std::size_t>(machine - machines.begin())] = &each;
  }
  std::vector<TextTable::Column> columns{{"scene"}, {"variant"}, {"figure"}};
  for (const std::string_view each : machines) columns.push_back({with_titles(std::string(each)), true});
  const auto here_of = [&](const PublishedFigure& of) { return fastest_like(result, rows_beside(of)); };
  const bool measured = std::ranges::any_of(lines, [&](const Line& each) {
    const ResultRow* const here = here_of(each.of);
    return here != nullptr && here->find(each.of.id) != nullptr;
  });
  if (measured) columns.push_back({"here", true});
  TextTable table(std::move(columns));
  for (Line& each : lines) {
    const PublishedFigure& of = each.of;
    const ResultRow* const here = here_of(of);
    const Result of_machine = measured ? Result{} : published_result(suite, of.machine);
    const Datum* const datum = !measured         ? &published_datum(of_machine, of)
                               : here == nullptr ? nullptr
                                                 : here->find(of.id);
    if (datum == nullptr) continue;
    const std::string counted = of.id.starts_with("counted/") ? " (counted)" : "";
    std::vector<std::string> cells{of.scene, label_of({.variant = of.variant, .memory = of.memory, .block = of.block}),
                                   datum->name + counted};
    each.by_machine.resize(machines.size());
    for (const PublishedFigure* one : each.by_machine) cells.push_back(one == nullptr ? "" : value_of(*one, *datum));
    if (measured) cells.push_back(of.id == column::median_ms.id ? median_text(*here) : cell(*here, of.id));
    table.add(std::move(cells));
  }
  to.emplace_back(
      Paragraph{measured ? fmt::format("Compared with {}:", published.title)
                         : fmt::format("Published in {} (nothing of this was measured here):", published.title)});
  to.emplace_back(std::move(table));
  for (const std::string& each : published.notes) to.emplace_back(Paragraph{each});
}

void add_claims(Document& to, const Result& result, const Published& published) {
  TextTable table({{"published conclusion"}, {"where in the report"}, {"here"}, {"figures"}});
  for (const Claim& each : published.claims) {
    const Judged judged = judge(each, result);
    table.add({each.text, each.where, text_of(judged.verdict), judged.why});
  }
  to.emplace_back(Paragraph{"The published conclusions, judged by what was measured here:"});
  to.emplace_back(std::move(table));
}

/// The same conclusions by the figures that were published with them.
void add_claims_by_published(Document& to, const Suite& suite) {
  TextTable table({{"published conclusion"}, {"machine"}, {"by the published figures"}, {"figures"}});
  for (const auto& [machine, judged] : judged_by_published(suite))
    table.add({judged.claim->text, with_titles(std::string(machine)), text_of(judged.verdict), judged.why});
  to.emplace_back(Paragraph{"The same conclusions, judged by the figures that were published with them (as printed):"});
  to.emplace_back(std::move(table));
}

/// Names the report that the rest speaks of.
void add_source(Document& to, const Published& published) {
  to.emplace_back(Paragraph{source_line(published)});
}

}  // namespace

std::string source_line(const Published& published) {
  return line_of(*published.source) + ".";
}

std::vector<JudgedByPublished> judged_by_published(const Suite& suite) {
  const Published* const published = published_of(suite);
  if (published == nullptr) return {};
  std::vector<std::pair<std::string_view, Result>> results;
  for (const std::string_view machine : published_machines(suite))
    results.emplace_back(machine, published_result(suite, machine));
  std::vector<JudgedByPublished> out;
  for (const Claim& each : published->claims) {
    std::vector<JudgedByPublished> unknown;
    for (const auto& [machine, result] : results) {
      const Judged judged = judge(each, result);
      (judged.verdict == Verdict::unknown ? unknown : out).push_back({machine, judged});
    }
    if (results.empty()) out.push_back({{}, {&each, Verdict::unknown, "no figures were published"}});
    if (unknown.size() < results.size()) continue;
    const auto same_reason = [&](const JudgedByPublished& one) { return one.judged.why == unknown.front().judged.why; };
    if (results.size() > 1 && std::ranges::all_of(unknown, same_reason)) unknown = {{{}, unknown.front().judged}};
    out.insert(out.end(), unknown.begin(), unknown.end());
  }
  return out;
}

Document published_alone(const Suite& suite) {
  Document out;
  const Published* const published = published_of(suite);
  if (published == nullptr) return out;
  add_source(out, *published);
  if (!published->figures.empty()) {
    add_figures(out, {}, suite, *published);
  } else {
    if (!published->tables.empty()) out.emplace_back(Paragraph{fmt::format("Published in {}:", published->title)});
    add_tables(out, suite, *published);
    for (const std::string& each : published->notes) out.emplace_back(Paragraph{each});
  }
  if (!published->claims.empty()) add_claims_by_published(out, suite);
  return out;
}

Document beside_published(const Result& result, const Suite& suite) {
  Document out;
  const Published* const published = published_of(suite);
  if (published == nullptr) return out;
  add_source(out, *published);
  if (!published->figures.empty()) {
    add_figures(out, result, suite, *published);
  } else if (published->tables.empty()) {
    for (const std::string& each : published->notes) out.emplace_back(Paragraph{each});
  }
  if (published->claims.empty()) return out;
  add_claims(out, result, *published);
  add_claims_by_published(out, suite);
  return out;
}

}  // namespace heteroscope
