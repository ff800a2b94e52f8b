#include "app/analysis/speedups.hpp"

#include <algorithm>

#include "app/analysis/others.hpp"
#include "app/analysis/reading.hpp"
#include "app/results/row_columns.hpp"

namespace heteroscope {

namespace {

void set_ratio(ResultRow& row, std::string_view id, std::optional<double> of_ms) {
  const auto datum = std::ranges::find(row.data, id, &Datum::id);
  const double ms = row.number(column::median_ms);
  if (datum != row.data.end()) datum->value = of_ms && ms > 0 ? DatumValue(*of_ms / ms) : DatumValue();
}

void set_over_reference(Result& result) {
  for (std::size_t i = 0; i < result.rows.size(); ++i) {
    ResultRow& row = result.rows[i];
    std::optional<double> reference;
    for (std::size_t k = 0; k <= i; ++k) {
      const ResultRow& other = result.rows[k];
      if (holds(other, column::reference) && same_in(row, other, {column::scene, column::precision, column::stage}))
        reference = other.number(column::median_ms);
    }
    set_ratio(row, column::speedup, reference);
  }
}

void set_over_baseline(Result& result, std::string_view baseline) {
  for (ResultRow& row : result.rows) {
    const ResultRow* in_block = nullptr;
    const ResultRow* fastest = nullptr;
    for (const ResultRow& other : result.rows) {
      if (other.text(column::variant) != baseline || !same_in(row, other, {column::scene, column::precision})) continue;
      if (block_of(other) == block_of(row)) in_block = &other;
      if (fastest == nullptr || order_by_time(other) < order_by_time(*fastest)) fastest = &other;
    }
    const ResultRow* const baseline_row = in_block != nullptr ? in_block : fastest;
    set_ratio(row, column::baseline_speedup,
              baseline_row != nullptr ? std::optional(baseline_row->number(column::median_ms)) : std::nullopt);
  }
}

}  // namespace

void set_speedups(Result& result, const Suite* suite) {
  set_over_reference(result);
  if (suite != nullptr && !suite->baseline.empty()) set_over_baseline(result, suite->baseline);
}

}  // namespace heteroscope
