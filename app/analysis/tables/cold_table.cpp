#include "app/analysis/tables/tables.hpp"

#include "app/analysis/reading.hpp"
#include "app/results/row_columns.hpp"

namespace heteroscope {

Document cold_table(const Result& result) {
  TextTable table({{"scene"},
                   {"size"},
                   {"precision"},
                   {"variant"},
                   {"block"},
                   {"warm", true},
                   {"cold", true},
                   {"cold/warm", true},
                   {"first", true}});
  for (const ResultRow& row : result.rows) {
    if (!has(row, column::cold_ms)) continue;
    const double warm = row.number(column::median_ms);
    table.add({row.text(column::scene), size_text(row), row.text(column::precision), variant_text(result, row),
               block_text(row), median_text(row), cell(row, column::cold_ms),
               warm > 0 ? times(row.number(column::cold_ms) / warm) : "", cell(row, column::first_ms)});
  }
  if (table.rows().empty()) return {};
  return {Paragraph{"With cold caches:"}, std::move(table),
          Paragraph{"cold: the median of runs before each of which the caches were filled with other data. first: "
                    "the first run of the program, which also has new memory and a processor that was idle before."}};
}

}  // namespace heteroscope
