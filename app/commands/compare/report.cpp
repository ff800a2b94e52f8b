#include "app/commands/compare/report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "app/analysis/reading.hpp"
#include "app/results/fact_columns.hpp"
#include "app/results/row_columns.hpp"
#include "app/text/csv.hpp"

namespace heteroscope {

namespace {

constexpr std::array<std::string_view, 5> change_words{"faster", "slower", "tie", "too few runs",
                                                       "beside other programs"};

std::string_view word_of(Change change) {
  return change_words[static_cast<std::size_t>(change)];
}

/// What the machines are, where any differ; the name alone where all are alike.
TextTable machines_table(const std::vector<NamedResult>& results) {
  std::vector<TextTable::Column> columns{{""}};
  for (const NamedResult& each : results) columns.push_back({each.name});
  TextTable out(std::move(columns));
  for (const Datum& each : results.front().result.facts) {
    if (!each.id.starts_with("machine/")) continue;
    std::vector<std::string> cells{each.name};
    for (const NamedResult& of : results) cells.push_back(fact(of.result, each.id));
    const bool differs =
        std::ranges::any_of(cells.begin() + 2, cells.end(), [&](const auto& it) { return it != cells[1]; });
    const bool names = each.id == part_of(column::machine_facts, column::machine::cpu) ||
                       each.id == part_of(column::machine_facts, column::machine::gpu);
    if (differs || names) out.add(std::move(cells));
  }
  return out;
}

TextTable rows_table(const Result& before, const Pairs& pairs) {
  TextTable out({{"row"}, {"before", true}, {"after", true}, {"speed-up", true}, {"from", true}, {"to", true}, {""}});
  for (const RowPair& each : pairs.both) {
    const bool known = is_known(each.change);
    out.add({row_key(before, *each.before), median_text(*each.before), median_text(*each.after), times(each.speedup),
             known ? times(each.speedup_least) : "", known ? times(each.speedup_most) : "",
             std::string(word_of(each.change))});
  }
  return out;
}

void add_only(Document& to, const NamedResult& of, const std::vector<const ResultRow*>& rows) {
  if (rows.empty()) return;
  to.emplace_back(Paragraph{fmt::format("Only in {}:", of.name)});
  List list;
  for (const ResultRow* row : rows) list.items.push_back(row_key(of.result, *row));
  to.emplace_back(std::move(list));
}

/// A warning for each set of settings that differ.
void add_differences(Document& to, const Result& before, const Pairs& pairs) {
  for (const RowPair& each : pairs.both) {
    if (each.different.empty()) continue;
    to.emplace_back(Paragraph{
        fmt::format("Settings differ in {}: {}", row_key(before, *each.before), fmt::join(each.different, ", "))});
  }
}

std::string summary(const Pairs& pairs) {
  std::array<int, change_words.size()> counts{};
  for (const RowPair& each : pairs.both) ++counts[static_cast<std::size_t>(each.change)];
  std::vector<std::string> words;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] > 0) words.push_back(fmt::format("{} {}", counts[i], change_words[i]));
  }
  const int marked = counts[static_cast<std::size_t>(Change::marked)];
  if (marked == static_cast<int>(pairs.both.size()))
    return fmt::format("{}; no speed-up can be stated", fmt::join(words, ", "));
  return fmt::format("{}; geometric mean of the {}speed-ups {:.3f}", fmt::join(words, ", "), marked > 0 ? "other " : "",
                     geometric_mean(pairs.both));
}

}  // namespace

Document comparison_report(const std::vector<NamedResult>& results) {
  const NamedResult& first = results.front();
  Document out{machines_table(results)};
  for (std::size_t i = 1; i < results.size(); ++i) {
    const Pairs pairs = pairs_of(first.result, results[i].result);
    out.emplace_back(
        Paragraph{fmt::format("{} (before) and {} (after): {}", first.name, results[i].name, summary(pairs))});
    out.emplace_back(rows_table(first.result, pairs));
    add_differences(out, first.result, pairs);
    add_only(out, first, pairs.only_before);
    add_only(out, results[i], pairs.only_after);
  }
  out.emplace_back(Paragraph{
      "speed-up: median before / median after; from and to: its ends by the 95 % intervals of both medians. A tie: 1 "
      "lies between these ends, or the medians differ by no more than the noise of either run. beside other programs: "
      "while a row with a star (*) was measured, other programs used much of the processors or the GPU; such rows are "
      "undecided, and the geometric mean leaves them out."});
  return out;
}

std::string comparison_csv(const std::vector<NamedResult>& results) {
  std::string out = csv_line(
      {"before", "after", "row", "before_ms", "after_ms", "speedup", "speedup_least", "speedup_most", "change"});
  const NamedResult& first = results.front();
  for (std::size_t i = 1; i < results.size(); ++i) {
    for (const RowPair& each : pairs_of(first.result, results[i].result).both) {
      const bool known = is_known(each.change);
      out += csv_line({first.name, results[i].name, row_key(first.result, *each.before),
                       each.before->text(column::median_ms), each.after->text(column::median_ms),
                       fmt::format("{}", each.speedup), known ? fmt::format("{}", each.speedup_least) : "",
                       known ? fmt::format("{}", each.speedup_most) : "", std::string(word_of(each.change))});
    }
  }
  return out;
}

}  // namespace heteroscope
