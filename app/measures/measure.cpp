#include "app/measures/measure.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/text/csv.hpp"

namespace heteroscope {

std::string measures_csv(const std::vector<std::string>& keys, const std::vector<MeasuredRow>& rows) {
  struct Column {
    std::string id;
    bool interval = false;
  };
  std::vector<Column> columns;
  for (const MeasuredRow& row : rows) {
    for (const Measure& each : row.measures) {
      auto at = std::ranges::find(columns, each.id, &Column::id);
      if (at == columns.end()) at = columns.insert(columns.end(), {each.id, false});
      at->interval = at->interval || each.interval.has_value();
    }
  }
  std::vector<std::string> cells = keys;
  for (const Column& column : columns) {
    cells.push_back(column.id);
    if (column.interval) cells.insert(cells.end(), {column.id + "_least", column.id + "_most"});
  }
  std::string out = csv_line(cells);
  for (const MeasuredRow& row : rows) {
    cells = row.keys;
    for (const Column& column : columns) {
      const auto found = std::ranges::find(row.measures, column.id, &Measure::id);
      const bool there = found != row.measures.end();
      cells.push_back(there ? fmt::format("{}", found->value) : "");
      if (!column.interval) continue;
      const bool interval = there && found->interval;
      cells.push_back(interval ? fmt::format("{}", found->interval->low) : "");
      cells.push_back(interval ? fmt::format("{}", found->interval->high) : "");
    }
    out += csv_line(cells);
  }
  return out;
}

}  // namespace heteroscope
