#include "app/analysis/tables/agreement_note.hpp"

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
    wrong.items.push_back(
        fmt::format("{}, {} {}: {} of {} differ, by {} at most", row.text(column::scene), row.text(column::precision),
                    variant_in_memory(result, row), row.text(column::differing_values),
                    plural(row.text(column::compared_values), "value"), row.text(column::largest_difference)));
  }
  if (compared == 0) return {};
  if (wrong.items.empty()) {
    return {
        Paragraph{fmt::format("Each of the {} results is the reference's, value by value: their diff pictures are "
                              "black.",
                              compared)}};
  }
  const std::size_t equal = compared - wrong.items.size();
  return {
      Paragraph{fmt::format("{} of the {} results {} the reference's, value by value; {}:", equal, compared,
                            equal == 1 ? "is" : "are", wrong.items.size() == 1 ? "this one is not" : "these are not")},
      std::move(wrong)};
}

}  // namespace heteroscope
