#include "app/results/result.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/results/fact_columns.hpp"
#include "app/text/csv.hpp"
#include "core/base/error.hpp"
#include "core/base/message.hpp"

namespace heteroscope {

namespace {

struct CsvColumn {
  std::string id;
  bool interval = false;
};

/// What any row has, each once.
std::vector<CsvColumn> columns_of_rows(const std::vector<ResultRow>& rows) {
  std::vector<CsvColumn> out;
  for (const ResultRow& row : rows) {
    auto before = out.begin();  // a row's own data keep their order among what others have
    for (const Datum& each : row.data) {
      auto at = std::ranges::find(out, each.id, &CsvColumn::id);
      if (at == out.end()) at = out.insert(before, {each.id, false});
      at->interval = at->interval || each.interval.has_value();
      before = at + 1;
    }
  }
  return out;
}

std::string column_name(std::string id) {
  std::ranges::replace(id, '/', '_');
  return id;
}

void add_header(std::vector<std::string>& cells, const std::vector<CsvColumn>& columns) {
  for (const CsvColumn& each : columns) {
    const std::string name = column_name(each.id);
    cells.push_back(name);
    if (each.interval) cells.insert(cells.end(), {name + "_least", name + "_most"});
  }
}

void add_cells(std::vector<std::string>& cells, const std::vector<CsvColumn>& columns, const ResultRow& row) {
  for (const CsvColumn& column : columns) {
    const Datum* const datum = row.find(column.id);
    cells.push_back(datum != nullptr ? text_of(datum->value) : std::string());
    if (!column.interval) continue;
    const bool interval = datum != nullptr && datum->interval;
    cells.push_back(interval ? text_of(datum->interval->low) : std::string());
    cells.push_back(interval ? text_of(datum->interval->high) : std::string());
  }
}

std::string csv_of(const std::vector<ResultRow>& rows, const std::vector<Datum>& of_all) {
  const std::vector<CsvColumn> columns = columns_of_rows(rows);
  std::vector<std::string> cells;
  add_header(cells, columns);
  for (const Datum& each : of_all) cells.push_back(column_name(each.id));
  std::string out = csv_line(cells);
  for (const ResultRow& row : rows) {
    cells.clear();
    add_cells(cells, columns, row);
    for (const Datum& each : of_all) cells.push_back(text_of(each.value));
    out += csv_line(cells);
  }
  return out;
}

}  // namespace

const Datum* find_datum(const std::vector<Datum>& data, std::string_view id) {
  const auto at = std::ranges::find(data, id, &Datum::id);
  return at == data.end() ? nullptr : &*at;
}

std::vector<ResultRow> rows_of(const std::vector<Datum>& data, std::string_view list) {
  std::vector<ResultRow> out;
  std::string_view place;
  for (const Datum& each : data) {
    std::string_view id = each.id;
    if (!id.starts_with(list) || id.size() <= list.size() || id[list.size()] != '/') continue;
    id.remove_prefix(list.size() + 1);
    const std::size_t end = id.find('/');
    if (end == id.npos) continue;
    if (out.empty() || id.substr(0, end) != place) out.emplace_back();
    place = id.substr(0, end);
    Datum& part = out.back().data.emplace_back(each);
    part.id = id.substr(end + 1);
  }
  return out;
}

const Datum& ResultRow::at(std::string_view id) const {
  if (const Datum* const datum = find(id)) return *datum;
  throw BadInput(fmt::format("a row of the result has no {}", quote(id)));
}

std::string rows_csv(const std::vector<ResultRow>& rows) {
  return csv_of(rows, {});
}

std::string result_csv(const Result& result) {
  const std::string machine = std::string(column::machine_facts) + "/";
  std::vector<Datum> of_all;
  for (Datum each : result.facts) {
    if (!each.id.starts_with(machine)) continue;
    each.id.erase(0, machine.size());
    of_all.push_back(std::move(each));
  }
  return csv_of(result.rows, of_all);
}

}  // namespace heteroscope
