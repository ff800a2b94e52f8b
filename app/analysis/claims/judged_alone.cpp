#include "app/analysis/claims/judged_alone.hpp"

#include <fmt/format.h>

#include <vector>

#include "app/analysis/claims/told.hpp"
#include "app/analysis/reading.hpp"
#include "app/analysis/theory.hpp"
#include "app/results/row_columns.hpp"
#include "app/text/table.hpp"
#include "core/base/plural.hpp"
#include "core/numbers/statistics.hpp"

namespace heteroscope {

std::string not_measured(const RowPattern& pattern) {
  return fmt::format("{} was not measured{}", label_of(pattern),
                     pattern.several_threads ? " with several threads" : "");
}

std::string some_doubt(const std::string& doubt) {
  return fmt::format(", {} {}", doubt == few_runs ? "some of it measured" : "measured", doubt);
}

ToldVerdict judge_differences(const Statement& statement, const Result& result) {
  ToldVerdict out{Verdict::unknown, fmt::format("{} was not compared with the reference", label_of(statement.fast()))};
  std::int64_t rows = 0;
  double differing = 0;
  double values = 0;
  for (const ResultRow* row : rows_like(result, statement.fast())) {
    if (!has(*row, column::differing_values)) continue;
    ++rows;
    differing += row->number(column::differing_values);
    values += row->number(column::compared_values);
  }
  if (rows == 0) return out;
  out.verdict = differing > 0 ? Verdict::holds : Verdict::does_not;
  out.why =
      fmt::format("{} of {} in {} differ from the reference", differing, plural(values, "value"), plural(rows, "row"));
  return out;
}

/// By the quotient that is farthest from the mean of all. A correlation says nothing here: times that grow with the
/// square of the side correlate with predicted ones whatever the quotients are.
ToldVerdict judge_proportion(const Statement& statement, const Result& result) {
  ToldVerdict out{Verdict::unknown,
                  fmt::format("{} has no predicted times at three sizes", label_of(statement.fast()))};
  for (const Proportion& each : proportions(result)) {
    const bool same = each.variant == statement.fast().variant;
    if (!same || each.points < least_sizes) continue;
    out.verdict = each.farthest.sure ? at_most(each.farthest, statement.factor) : Verdict::unknown;
    out.why =
        fmt::format("{}{}: measured time / predicted time goes from {:.2f} to {:.2f} times its mean over {} sizes{}{}",
                    each.variant, each.threads.empty() ? "" : " on " + plural(each.threads, "thread"), each.least,
                    each.most, each.points, each.marked() ? "" : fmt::format(", correlation {:.3f}", each.correlation),
                    each.farthest.sure ? "" : some_doubt(each.farthest.doubt));
    if (out.verdict != Verdict::holds) break;
  }
  return out;
}

/// Medians that are known, by the first runs of the same rows: by their intervals, and beyond the noise.
ToldVerdict judge_first_runs(const Statement& statement, const Result& result) {
  ToldVerdict out{Verdict::unknown, not_measured(statement.fast())};
  std::vector<double> ratios;
  std::size_t slower = 0;
  std::size_t not_slower = 0;
  std::string doubt(few_runs);
  const std::vector<const ResultRow*> rows = rows_like(result, statement.fast());
  for (const ResultRow* row : rows) {
    if (!has(*row, column::first_ms) || !has(*row, column::median_ms)) continue;
    const Bounded median = bounded(*row, column::median_ms);
    if (!median.sure) {
      if (median.doubt != few_runs) doubt = median.doubt;
      continue;
    }
    const double first = row->number(column::first_ms);
    ratios.push_back(first / median.value);
    const double noise = has(*row, column::noise_ms) ? row->number(column::noise_ms) : 0;
    slower += first >= statement.factor * median.high && first - median.value >= noise ? 1 : 0;
    not_slower += first < statement.factor * median.low ? 1 : 0;
  }
  if (ratios.empty() && !rows.empty()) {
    out.why = doubt == few_runs ? "no row has enough runs after the first one for an interval"
                                : "the runs were measured " + doubt;
  }
  if (ratios.empty()) return out;
  if (2 * slower > ratios.size()) out.verdict = Verdict::holds;
  if (2 * not_slower >= ratios.size()) out.verdict = Verdict::does_not;
  out.why = fmt::format(
      "the first run took at least {} as the median in {} of {} rows, and less in {}; the median of all rows is {}",
      times_as(statement.factor, "long"), slower, ratios.size(), not_slower,
      times_as(statistics(ratios).median, "long"));
  return out;
}

/// Of each row that has the figure.
ToldVerdict judge_figure(const Statement& statement, const Result& result) {
  if (statement.than.kind != StatedFigure::Kind::number) return told_by_figures(statement, result);
  ToldVerdict out{Verdict::unknown, fmt::format("{} does not have this figure", label_of(statement.fast()))};
  std::string values;
  bool same = true;
  for (const ResultRow* row : rows_like(result, statement.fast())) {
    if (!has(*row, statement.of.second)) continue;
    const double value = row->number(statement.of.second);
    same = same && equal(value, statement.than.number, statement.factor);
    values += fmt::format("{}{:.4g}", values.empty() ? "" : ", ", value);
    out.why = fmt::format("{}: {}", row->find(statement.of.second)->name, values);
  }
  if (!values.empty()) out.verdict = same ? Verdict::holds : Verdict::does_not;
  return out;
}

}  // namespace heteroscope
