#include "app/analysis/tables/ranking.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>

#include "app/analysis/claims/compared.hpp"
#include "app/analysis/others.hpp"
#include "app/analysis/reading.hpp"
#include "app/results/fact_columns.hpp"
#include "core/base/places.hpp"

namespace heteroscope {

namespace {

/// Of the rows those with the axis' largest value, in that order.
std::vector<const ResultRow*> at_the_end(std::vector<const ResultRow*> rows) {
  double end = 0;
  for (const ResultRow* row : rows) end = std::max(end, row->number(column::axis));
  std::erase_if(rows, [&](const ResultRow* row) { return row->number(column::axis) < end; });
  std::ranges::stable_sort(rows, {}, [](const ResultRow* row) { return order_by_time(*row); });
  return rows;
}

/// How many times as fast the second is.
double ratio_of_times(const ResultRow& a, const ResultRow& b) {
  return a.number(column::median_ms) / b.number(column::median_ms);
}

/// What cannot be told apart has one place, a marked row has none. Of rows in their order.
std::vector<std::string> places_of(const std::vector<const ResultRow*>& rows) {
  const auto marked = std::ranges::find_if(rows, [](const ResultRow* row) { return is_marked(*row); });
  std::vector<std::string> out = places(static_cast<std::size_t>(marked - rows.begin()),
                                        [&](std::size_t a, std::size_t b) { return tied(*rows[a], *rows[b]); });
  out.resize(rows.size());
  return out;
}

std::string wasted_threads(const ResultRow& row) {
  constexpr const Column& id = column::mapping_wasted_threads_percent;
  return has(row, id) ? percent(row.number(id) / 100) : std::string();
}

/// "2 of 5: 17.43 ms, 1.44x": a variant's place on a machine where its tables end; "–" if it has none.
std::string published_place(const CrossRows& of, std::string_view variant, std::string_view machine, BlockShape block) {
  const PublishedTable* table = of.published->find(variant, machine);
  const PublishedTable* baseline = of.published->find(of.suite.baseline, machine);
  if (table == nullptr) return "–";
  const std::string_view scene = table->rows.back().scene;
  const double ms = of.published_ms(*table, scene, block);
  int place = 1;
  int count = 0;
  for (const PublishedTable& other : of.published->tables) {
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
  const auto found = std::ranges::find(of.published->tables, machine, &PublishedTable::machine);
  return found->rows.back().scene;
}

void add_ranking(Document& to, const CrossRows& of, BlockShape block) {
  std::vector<const ResultRow*> rows;
  for (const ResultRow* row : of.rows) {
    const bool plain_gpu = block_of(*row) == BlockShape{} && !uses_cpu(*row);
    if (block_of(*row) == block || plain_gpu) rows.push_back(row);
  }
  rows = at_the_end(rows);
  const std::string scene = rows.front()->text(column::scene);
  const ResultRow* baseline = of.find(of.suite.baseline, scene, block);
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
  const std::vector<std::string> places = places_of(rows);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const ResultRow& row = *rows[i];
    std::vector<std::string> cells{
        places[i],
        row.text(column::variant) + (block_of(row) == block ? "" : " (chooses its own blocks)"),
        median_text(row),
        baseline == nullptr ? "" : times(ratio_of_times(*baseline, row)),
        cell(row, column::bytes_per_s),
        cell(row, column::fill_ceiling_share),
        cell(row, column::mapping_launches),
        cell(row, column::mapping_blocks),
        cell(row, column::mapping_useful_blocks),
        wasted_threads(row)};
    for (const std::string_view machine : of.machines) {
      if (comparable) cells.push_back(published_place(of, row.text(column::variant), machine, block));
    }
    out.add(std::move(cells));
  }
  to.emplace_back(
      Paragraph{fmt::format("Ranking with blocks of {} at {} = {}:", block_text(block), of.suite.axis, scene)});
  const bool dashes = std::ranges::any_of(
      out.rows(), [](const std::vector<std::string>& cells) { return std::ranges::find(cells, "–") != cells.end(); });
  to.emplace_back(std::move(out));
  if (dashes) to.emplace_back(Paragraph{"–: the report has no times of this variant on that machine."});
}

/// The baseline in its fastest block, at the same value of the axis; null if it was not measured there.
const ResultRow* fastest_baseline(const CrossRows& of, const ResultRow& row) {
  const ResultRow* out = nullptr;
  for (const ResultRow* other : of.rows) {
    if (other->text(column::variant) != of.suite.baseline || other->text(column::scene) != row.text(column::scene))
      continue;
    if (out == nullptr || order_by_time(*other) < order_by_time(*out)) out = other;
  }
  return out;
}

/// Every variant in its fastest block.
void add_ranking_of_all(Document& to, const CrossRows& of) {
  std::vector<const ResultRow*> rows;
  const auto label_of = [&](const ResultRow& row) { return variant_in_memory(of.result, row); };
  for (const ResultRow* row : at_the_end(of.rows)) {
    const bool known =
        std::ranges::any_of(rows, [&](const ResultRow* other) { return label_of(*other) == label_of(*row); });
    if (!known) rows.push_back(row);
  }
  const bool compared =
      std::ranges::any_of(rows, [&](const ResultRow* row) { return fastest_baseline(of, *row) != nullptr; });
  std::vector<TextTable::Column> columns{{"", true}, {"variant"}};
  if (!of.blocks.empty()) columns.push_back({"block"});
  columns.insert(columns.end(), {TextTable::Column{"threads", true}, TextTable::Column{"median", true},
                                 TextTable::Column{"speed-up", true}});
  if (compared) columns.push_back({fmt::format("over {}", of.suite.baseline), true});
  columns.insert(columns.end(), {TextTable::Column{"written", true}, TextTable::Column{"of fill", true}});
  TextTable out(columns);
  const std::vector<std::string> places = places_of(rows);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const ResultRow& row = *rows[i];
    std::vector<std::string> cells{places[i], label_of(row)};
    if (!of.blocks.empty()) cells.push_back(block_text(row));
    cells.insert(cells.end(), {cell(row, column::threads), median_text(row), cell(row, column::speedup)});
    if (compared) {
      const ResultRow* const baseline = fastest_baseline(of, row);
      cells.push_back(baseline == nullptr ? "" : times(ratio_of_times(*baseline, row)));
    }
    cells.insert(cells.end(), {cell(row, column::bytes_per_s), cell(row, column::fill_ceiling_share)});
    out.add(std::move(cells));
  }
  to.emplace_back(Paragraph{fmt::format("All variants at {} = {}{}:", of.suite.axis, rows.front()->text(column::scene),
                                        of.blocks.empty() ? "" : ", each with its fastest block")});
  to.emplace_back(std::move(out));
}

/// The rows of a ranking, those of each problem by themselves, the fastest first.
std::vector<std::vector<RankedRow>> ranked_problems(const Result& result) {
  std::vector<std::vector<const ResultRow*>> problems;
  for (const ResultRow& row : result.rows) {
    const auto alike = [&](const std::vector<const ResultRow*>& known) {
      return same_problem(*known.front(), row) && known.front()->text(column::stage) == row.text(column::stage);
    };
    const auto found = std::ranges::find_if(problems, alike);
    (found != problems.end() ? *found : problems.emplace_back()).push_back(&row);
  }
  std::vector<std::vector<RankedRow>> out;
  for (std::vector<const ResultRow*>& rows : problems) {
    std::ranges::stable_sort(rows, {}, [](const ResultRow* row) { return order_by_time(*row); });
    const std::vector<std::string> places = places_of(rows);
    std::vector<RankedRow>& ranked = out.emplace_back();
    for (std::size_t i = 0; i < rows.size(); ++i) ranked.push_back({.row = rows[i], .place = places[i]});
  }
  return out;
}

/// Returns "anna.cpp and carl.cpp are a tie: neither is known to be faster", of all that share the first place.
std::string tie_text(const Result& result, const std::vector<RankedRow>& rows) {
  std::vector<std::string> names;
  for (const RankedRow& each : rows) {
    if (each.place == rows.front().place) names.push_back(variant_text(result, *each.row));
  }
  const bool two = names.size() == 2;
  const std::string last = names.back();
  names.pop_back();
  return fmt::format("{} and {} are a tie: {}", fmt::join(names, ", "), last,
                     two ? "neither is known to be faster" : "none is known to be the fastest");
}

/// Returns "anna.cpp is fastest, 1.3 times as fast as carl.cpp (95 %: 1.2 to 1.4)", of a problem's rows that have a
/// place: two or more.
std::string winner_text(const Result& result, const std::vector<RankedRow>& rows) {
  const ResultRow& first = *rows[0].row;
  const ResultRow& second = *rows[1].row;
  if (rows[0].place == rows[1].place) return tie_text(result, rows);
  const Bounded ratio = over(bounded(second, column::median_ms.id), bounded(first, column::median_ms.id));
  const std::string known =
      ratio.sure ? fmt::format(" (95 %: {} to {})", times(ratio.low), times(ratio.high)) : ", measured " + ratio.doubt;
  return fmt::format("{} is fastest{}, {} as {}{}", variant_text(result, first), ratio.sure ? "" : " by its median",
                     times_as(ratio.value, "fast"), variant_text(result, second), known);
}

}  // namespace

bool is_ranking(const Result& result) {
  const Datum* const ranked = find_datum(result.facts, column::ranked);
  return ranked != nullptr && ranked->value == DatumValue(true);
}

std::vector<RankedRow> rows_in_order(const Result& result) {
  std::vector<RankedRow> out;
  if (!is_ranking(result)) {
    for (const ResultRow& each : result.rows) out.push_back({.row = &each, .place = {}});
    return out;
  }
  for (const std::vector<RankedRow>& each : ranked_problems(result)) std::ranges::copy(each, std::back_inserter(out));
  return out;
}

Document winners(const Result& result) {
  Document out;
  const std::vector<std::vector<RankedRow>> problems = ranked_problems(result);
  for (const std::vector<RankedRow>& rows : problems) {
    const auto marked = std::ranges::find_if(rows, [](const RankedRow& each) { return each.place.empty(); });
    if (marked - rows.begin() < 2) continue;
    const std::string of = problems.size() == 1 ? std::string() : scene_text(*rows.front().row) + ": ";
    out.emplace_back(Paragraph{of + winner_text(result, {rows.begin(), marked}) + '.'});
  }
  return out;
}

Document rankings(const CrossRows& of) {
  Document out;
  for (const BlockShape block : of.blocks) add_ranking(out, of, block);
  add_ranking_of_all(out, of);
  return out;
}

}  // namespace heteroscope
