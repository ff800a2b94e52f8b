#include "app/analysis/claims/compared.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/analysis/others.hpp"
#include "app/analysis/reading.hpp"
#include "app/results/row_columns.hpp"
#include "core/base/error.hpp"
#include "core/base/message.hpp"

namespace heteroscope {

namespace {

/// How a figure follows from the median of the runs.
enum class Follows { not_at_all, with_it, against_it };

Follows follows_median(std::string_view id) {
  constexpr std::array with{column::median_ms.id, column::step_ms.id};
  constexpr std::array against{column::operations_per_s.id, column::bytes_per_s.id, column::fma_ceiling_share.id,
                               column::copy_ceiling_share.id, column::fill_ceiling_share.id};
  if (std::ranges::find(with, id) != with.end()) return Follows::with_it;
  return std::ranges::find(against, id) != against.end() ? Follows::against_it : Follows::not_at_all;
}

/// An end of the interval of whole calls; their median where they were too few for one.
double own_end(const ResultRow& row, std::string_view id) {
  return row.number(has(row, id) ? id : column::whole_ms);
}

/// The id's figure with its interval.
Bounded with_interval(const ResultRow& row, std::string_view id, double value) {
  Bounded out{value, value, value};
  if (id == column::whole_ms.id) {
    return {value, own_end(row, column::whole_low_ms), own_end(row, column::whole_high_ms),
            has(row, column::whole_low_ms)};
  }
  const Follows follows = follows_median(id);
  if (follows == Follows::not_at_all) return out;
  out.sure = has(row, column::median_low_ms);
  if (!out.sure) return out;
  const double median = row.number(column::median_ms);
  const double least = row.number(column::median_low_ms);
  const double most = row.number(column::median_high_ms);
  if (!(least > 0)) return out;
  out.low = follows == Follows::with_it ? value * least / median : value * median / most;
  out.high = follows == Follows::with_it ? value * most / median : value * median / least;
  return out;
}

/// Whether what else the machine did is in it: times, and what is made of them. Counts, sizes and words are not.
bool was_timed(const Datum& datum) {
  return datum.hint == Hint::time || datum.hint == Hint::rate || datum.hint == Hint::share ||
         datum.hint == Hint::factor;
}

}  // namespace

Bounded bounded(const ResultRow& row, std::string_view id) {
  const Datum& datum = row.at(id);
  const bool number = std::holds_alternative<double>(datum.value) || std::holds_alternative<std::int64_t>(datum.value);
  if (!number) throw BadInput(fmt::format("a row of the result has no number at {}", quote(std::string(id))));
  const double value = datum.number();
  if (holds(row, column::as_printed)) return {value, value, value};
  Bounded out = with_interval(row, id, value);
  if (!out.sure) out.doubt = few_runs;
  if (!is_marked(row) || !was_timed(datum)) return out;
  out.sure = false;
  out.doubt = fmt::format("while {}", others_text(row));
  return out;
}

std::string doubt_of(const Bounded& a, const Bounded& b) {
  const bool first = !a.doubt.empty() && (b.doubt.empty() || a.doubt != few_runs);
  return first ? a.doubt : b.doubt;
}

Bounded over(const Bounded& a, const Bounded& b) {
  return {a.value / b.value, a.low / b.high, a.high / b.low, a.sure && b.sure, doubt_of(a, b)};
}

Verdict at_least(const Bounded& ratio, double factor) {
  if (ratio.low >= factor && ratio.low > 1) return Verdict::holds;
  return ratio.high < factor || ratio.high < 1 ? Verdict::does_not : Verdict::unknown;
}

Verdict at_most(const Bounded& ratio, double factor) {
  if (ratio.high <= factor) return Verdict::holds;
  return ratio.low > factor ? Verdict::does_not : Verdict::unknown;
}

Verdict alike(const Bounded& ratio, double factor) {
  if (ratio.high <= factor && ratio.low >= 1 / factor) return Verdict::holds;
  return ratio.low > factor || ratio.high < 1 / factor ? Verdict::does_not : Verdict::unknown;
}

bool equal(double a, double b, double share) {
  return std::abs(a - b) <= share * std::abs(b);
}

}  // namespace heteroscope
