#include "app/analysis/beside.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "app/analysis/reading.hpp"
#include "app/analysis/theory.hpp"
#include "core/base/statistics.hpp"

namespace heteroscope {

namespace {

bool fits(const ResultRow& row, const RowPattern& wanted) {
  const auto like = [&](std::string_view id, std::string_view word) { return word.empty() || row.text(id) == word; };
  return like("variant", wanted.variant) && like("scene", wanted.scene) && like("memory", wanted.memory) &&
         like("precision", wanted.precision) && (wanted.block == BlockShape{} || block_of(row) == wanted.block);
}

/// The fastest of these; null where there is none.
template <class Fits>
const ResultRow* fastest(const Result& result, const Fits& wanted) {
  const ResultRow* out = nullptr;
  for (const ResultRow& row : result.rows) {
    if (wanted(row) && (out == nullptr || row.number("median_ms") < out->number("median_ms"))) out = &row;
  }
  return out;
}

const ResultRow* fastest(const Result& result, const RowPattern& pattern, std::string_view scene) {
  RowPattern wanted = pattern;
  if (wanted.scene.empty()) wanted.scene = scene;
  return fastest(result, [&](const ResultRow& row) { return fits(row, wanted); });
}

/// A line of the table: figures of several machines for the same row.
struct Line {
  PublishedFigure of;
  std::vector<const PublishedFigure*> by_machine;
};

bool same_row(const PublishedFigure& a, const PublishedFigure& b) {
  return a.scene == b.scene && a.variant == b.variant && a.block == b.block && a.memory == b.memory && a.id == b.id;
}

std::string value_of(const PublishedFigure& figure, const Datum* like) {
  if (like == nullptr) return fmt::format("{}", figure.value);
  Datum shown_like = *like;
  shown_like.value = figure.value;
  return shown(shown_like);
}

std::string label_of(const RowPattern& pattern) {
  std::string out(pattern.variant);
  if (!pattern.memory.empty()) out += fmt::format(", {}", pattern.memory);
  if (pattern.block != BlockShape{}) out += fmt::format(", {}", block_text(pattern.block));
  if (!pattern.precision.empty()) out += fmt::format(", {}", pattern.precision);
  return out.empty() ? fmt::format("scene {}", pattern.scene) : out;
}

std::vector<const ResultRow*> rows_like(const Result& result, const RowPattern& pattern) {
  std::vector<const ResultRow*> out;
  for (const ResultRow& row : result.rows) {
    if (fits(row, pattern)) out.push_back(&row);
  }
  return out;
}

Judged judge_differences(const Claim& claim, const Result& result) {
  Judged out{&claim, Verdict::unknown, fmt::format("{} was not compared here", label_of(claim.fast))};
  std::int64_t rows = 0;
  double differing = 0;
  double values = 0;
  for (const ResultRow* row : rows_like(result, claim.fast)) {
    if (row->find("differing_values") == nullptr || !has(*row, "differing_values")) continue;
    ++rows;
    differing += row->number("differing_values");
    values += row->number("compared_values");
  }
  if (rows == 0) return out;
  out.verdict = differing > 0 ? Verdict::holds : Verdict::does_not;
  out.why = fmt::format("{} of {} values of {} row{} differ", differing, values, rows, rows == 1 ? "" : "s");
  return out;
}

Judged judge_proportion(const Claim& claim, const Result& result) {
  Judged out{&claim, Verdict::unknown, fmt::format("{} was not measured here in three sizes", label_of(claim.fast))};
  for (const Proportion& each : proportions(result)) {
    const bool same = each.variant == claim.fast.variant;
    if (!same || each.points < 3) continue;
    out.verdict = each.correlation >= claim.factor ? Verdict::holds : Verdict::does_not;
    out.why = fmt::format("{}, threads {}: r = {:.5f} over {} sizes", each.variant, each.threads, each.correlation,
                          each.points);
    if (out.verdict == Verdict::does_not) break;
  }
  return out;
}

Judged judge_first_runs(const Claim& claim, const Result& result) {
  Judged out{&claim, Verdict::unknown, fmt::format("{} was not measured here", label_of(claim.fast))};
  std::vector<double> ratios;
  for (const ResultRow* row : rows_like(result, claim.fast)) {
    if (has(*row, "first_ms") && row->number("median_ms") > 0)
      ratios.push_back(row->number("first_ms") / row->number("median_ms"));
  }
  if (ratios.empty() && !rows_like(result, claim.fast).empty()) out.why = "no row ran more than once";
  if (ratios.empty()) return out;
  const auto slower =
      static_cast<std::size_t>(std::ranges::count_if(ratios, [&](double each) { return each >= claim.factor; }));
  out.verdict = 2 * slower > ratios.size() ? Verdict::holds : Verdict::does_not;
  out.why = fmt::format("the first run took at least {} times the median in {} of {} rows, {} times in the middle one",
                        times(claim.factor), slower, ratios.size(), times(statistics(ratios).median));
  return out;
}

}  // namespace

const char* text_of(Verdict verdict) {
  if (verdict == Verdict::unknown) return "cannot be told here";
  return verdict == Verdict::holds ? "holds" : "does not hold";
}

Judged judge(const Claim& claim, const Result& result) {
  if (claim.of == ClaimOf::differences) return judge_differences(claim, result);
  if (claim.of == ClaimOf::proportion) return judge_proportion(claim, result);
  if (claim.of == ClaimOf::first_runs) return judge_first_runs(claim, result);
  Judged out{&claim, Verdict::unknown, {}};
  std::vector<std::string> scenes;
  for (const ResultRow& row : result.rows) {
    if (scenes.empty() || scenes.back() != row.text("scene")) scenes.push_back(row.text("scene"));
  }
  const ResultRow* fast = nullptr;
  const ResultRow* slow = nullptr;
  for (auto scene = scenes.rbegin(); scene != scenes.rend() && (fast == nullptr || slow == nullptr); ++scene) {
    fast = fastest(result, claim.fast, *scene);
    slow = fastest(result, claim.slow, *scene);
  }
  if (fast == nullptr || slow == nullptr) {
    out.why = fmt::format("{} was not measured here", label_of(fast == nullptr ? claim.fast : claim.slow));
    return out;
  }
  const Bounded ratio = over(bounded(*slow, "median_ms"), bounded(*fast, "median_ms"));
  out.verdict = claim.alike ? alike(ratio, claim.factor) : at_least(ratio, claim.factor);
  // what is within the noise is no difference, which only a claim of being alike could live with
  if (!claim.alike && claim.factor <= 1 && within_noise(*fast, *slow)) out.verdict = Verdict::unknown;
  out.why = fmt::format("{}: {} takes {}, {} {}; {} times as long", fast->text("scene"), label_of(claim.fast),
                        median_text(*fast), label_of(claim.slow), median_text(*slow), times(ratio.value));
  if (out.verdict == Verdict::unknown)
    out.why += fmt::format(", from {} to {} with 95 % each", times(ratio.low), times(ratio.high));
  return out;
}

namespace {

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
    const ResultRow* const here = fastest(result, [&](const ResultRow& row) {
      return fits(row, {of.variant, of.scene, of.memory, of.block});
    });
    const Datum* const datum = here == nullptr ? nullptr : here->find(of.id);
    if (here == nullptr) continue;
    std::vector<std::string> cells{
        std::string(of.scene), label_of({.variant = of.variant, .scene = {}, .memory = of.memory, .block = of.block}),
        datum == nullptr ? std::string(of.id) : datum->name};
    each.by_machine.resize(machines.size());
    for (const PublishedFigure* of_machine : each.by_machine)
      cells.push_back(of_machine == nullptr ? "" : value_of(*of_machine, datum));
    cells.push_back(of.id == "median_ms" ? median_text(*here) : cell(*here, of.id));
    table.add(std::move(cells));
  }
  to.emplace_back(Paragraph{fmt::format("Beside {}:", published.title)});
  to.emplace_back(std::move(table));
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
