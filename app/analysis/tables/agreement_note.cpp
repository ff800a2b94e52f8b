#include "app/analysis/tables/tables.hpp"

#include <fmt/format.h>

#include "app/analysis/reading.hpp"
#include "app/results/row_columns.hpp"
#include "core/base/plural.hpp"

namespace heteroscope {

Document agreement_note(const Result& result) {
  std::size_t compared = 0;
  List wrong;
  for (const ResultRow& row : result.rows) {
    if (!has(row, column::differing_values)) continue;
    ++compared;
    if (row.number(column::differing_values) == 0) continue;
    wrong.items.push_back(fmt::format("{} {}: {} of {} differ, at most by {}", scene_text(row),
                                      variant_in_memory(result, row), row.text(column::differing_values),
                                      plural(row.text(column::compared_values), "value"),
                                      row.text(column::largest_difference)));
  }
  if (compared == 0) return {};
  if (wrong.items.empty()) {
    return {Paragraph{fmt::format(
        "All {} results equal the reference's in every value, so their difference pictures are black.", compared)}};
  }
  const std::size_t equal = compared - wrong.items.size();
  return {Paragraph{fmt::format("{} of {} results {} the reference's in every value; {}:", equal, compared,
                                equal == 1 ? "equals" : "equal",
                                wrong.items.size() == 1 ? "this one does not" : "these do not")},
          std::move(wrong)};
}

}  // namespace heteroscope
