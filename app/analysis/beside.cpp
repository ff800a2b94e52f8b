#include "app/analysis/beside.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/analysis/judged.hpp"
#include "app/analysis/reading.hpp"
#include "app/analysis/row_pattern.hpp"

namespace heteroscope {

namespace {

/// A line of the table: figures of several machines for the same row.
struct Line {
  PublishedFigure of;
  std::vector<const PublishedFigure*> by_machine;
};

bool same_row(const PublishedFigure& a, const PublishedFigure& b) {
  return a.scene == b.scene && a.variant == b.variant && a.block == b.block && a.memory == b.memory && a.id == b.id;
}

std::string value_of(const PublishedFigure& figure, const Datum& like) {
  Datum shown_like = like;
  shown_like.value = figure.value;
  return shown(shown_like);
}

void add_figures(Document& to, const Result& result, const Published& published) {
  std::vector<std::string_view> machines;
  std::vector<Line> lines;
  for (const PublishedFigure& each : published.figures) {
    auto machine = std::ranges::find(machines, each.machine);
    if (machine == machines.end()) machine = machines.insert(machines.end(), each.machine);
    auto line = std::ranges::find_if(lines, [&](const Line& known) { return same_row(known.of, each); });
    if (line == lines.end()) line = lines.insert(lines.end(), {each, {}});
    line->by_machine.resize(machines.size());
    line->by_machine[static_cast<std::size_t>(machine - machines.begin())] = &each;
  }
  std::vector<TextTable::Column> columns{{"scene"}, {"variant"}, {"figure"}};
  for (const std::string_view each : machines) columns.push_back({std::string(each), true});
  columns.push_back({"here", true});
  TextTable table(std::move(columns));
  for (Line& each : lines) {
    const PublishedFigure& of = each.of;
    const ResultRow* const here = fastest_like(result, {of.variant, of.scene, of.memory, of.block});
    const Datum* const datum = here == nullptr ? nullptr : here->find(of.id);
    if (datum == nullptr) continue;
    const std::string counted = of.id.starts_with("counted/") ? " (counted)" : "";
    std::vector<std::string> cells{
        std::string(of.scene), label_of({.variant = of.variant, .scene = {}, .memory = of.memory, .block = of.block}),
        datum->name + counted};
    each.by_machine.resize(machines.size());
    for (const PublishedFigure* of_machine : each.by_machine)
      cells.push_back(of_machine == nullptr ? "" : value_of(*of_machine, *datum));
    cells.push_back(of.id == "median_ms" ? median_text(*here) : cell(*here, of.id));
    table.add(std::move(cells));
  }
  if (table.rows().empty()) {
    to.emplace_back(Paragraph{fmt::format("Of {} nothing was measured here.", published.title)});
  } else {
    to.emplace_back(Paragraph{fmt::format("Beside {}:", published.title)});
    to.emplace_back(std::move(table));
  }
  for (const std::string_view each : published.notes) to.emplace_back(Paragraph{std::string(each)});
}

void add_claims(Document& to, const Result& result, const Suite& suite) {
  TextTable table({{"published conclusion"}, {"where"}, {"here"}, {"figures"}});
  for (const Claim& each : suite.claims) {
    const Judged judged = judge(each, result);
    table.add({std::string(each.text), std::string(each.where), text_of(judged.verdict), judged.why});
  }
  to.emplace_back(Paragraph{"What was concluded, and what it comes to here:"});
  to.emplace_back(std::move(table));
}

}  // namespace

Document beside_published(const Result& result, const Suite& suite) {
  Document out;
  if (suite.published != nullptr && !suite.published->figures.empty()) {
    add_figures(out, result, *suite.published);
  } else if (suite.published != nullptr && suite.published->tables.empty()) {
    for (const std::string_view each : suite.published->notes) out.emplace_back(Paragraph{std::string(each)});
  }
  if (!suite.claims.empty()) add_claims(out, result, suite);
  return out;
}

}  // namespace heteroscope
