#include "app/analysis/tables/tables.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/analysis/reading.hpp"
#include "app/results/fact_columns.hpp"

namespace heteroscope {

namespace {

/// What stands beside a row's first participant, of all of them.
std::vector<std::string> of_all(const ResultRow& row, const std::vector<ResultRow>& participants) {
  double fastest_ms = participants.front().number(column::participant::alone_ms);
  for (const ResultRow& each : participants)
    fastest_ms = std::min(fastest_ms, each.number(column::participant::alone_ms));
  return {cell(row, column::shared_by_frame_ms), cell(row, column::shared_by_ideal_ms),
          cell(row, column::shared_by_of_ideal), times(fastest_ms / row.number(column::shared_by_frame_ms))};
}

void add_row(TextTable& table, const ResultRow& row) {
  const std::vector<ResultRow> participants = rows_of(row.data, column::shared_by_participants);
  for (const ResultRow& each : participants) {
    const bool first = &each == participants.data();
    std::vector<std::string> cells(4);
    if (first) {
      cells = {row.text(column::scene), row.text(column::precision), row.text(column::variant),
               row.text(column::split)};
    }
    for (const Column& id :
         {column::participant::participant, column::participant::share, column::participant::alone_ms,
          column::participant::ms, column::participant::sending_ms, column::participant::idle})
      cells.push_back(cell(each, id));
    if (first) std::ranges::copy(of_all(row, participants), std::back_inserter(cells));
    table.add(std::move(cells));
  }
}

TextTable table_of_rows(const Result& result) {
  TextTable table({{"scene"},
                   {"precision"},
                   {"variant"},
                   {"split"},
                   {"processor"},
                   {"share", true},
                   {"alone", true},
                   {"computes", true},
                   {"sends", true},
                   {"idle", true},
                   {"frame", true},
                   {"ideal", true},
                   {"of ideal", true},
                   {"of fastest processor", true}});
  for (const ResultRow& each : result.rows) add_row(table, each);
  return table;
}

TextTable table_of_links(const std::vector<ResultRow>& links) {
  TextTable table({{"link"}, {"rate", true}, {"latency", true}});
  for (const ResultRow& each : links) {
    table.add({fmt::format("{} to {}", each.text(column::link::from), each.text(column::link::to)),
               cell(each, column::link::bytes_per_s),
               fmt::format("{:.1f} µs", 1e6 * each.number(column::link::latency_s))});
  }
  return table;
}

}  // namespace

Document participants_tables(const Result& result) {
  if (std::ranges::none_of(result.rows, [](const ResultRow& row) { return has(row, column::shared_by_frame_ms); }))
    return {};
  Document out{
      Paragraph{"Processors that share a frame:"}, table_of_rows(result),
      Paragraph{
          "alone: the time of this processor for the whole frame by itself. sends: the time that copying a GPU's rows "
          "took while others were computed. frame: the time of the processor that "
          "computes longest, plus collecting the rows. ideal: the shortest possible frame if all rows cost the "
          "same, no processor computes or sends faster than it does alone, and the rows arrive in the first GPU "
          "no faster than over all links at once."}};
  for (const ResultRow& row : result.rows) {
    if (const std::string resting = cell(row, column::shared_by_resting); !resting.empty())
      out.emplace_back(Paragraph{fmt::format("{}: {}", row.text(column::variant), resting)});
  }
  const std::vector<ResultRow> links = rows_of(result.facts, column::link_ceilings);
  if (links.empty()) return out;
  out.emplace_back(Paragraph{"Links, measured in this run:"});
  out.emplace_back(table_of_links(links));
  for (const ResultRow& each : rows_of(result.facts, column::arrival_ceilings)) {
    out.emplace_back(Paragraph{fmt::format("{} together to {}: {}", each.text(column::arrival::from),
                                           each.text(column::arrival::to), cell(each, column::arrival::bytes_per_s))});
  }
  return out;
}

}  // namespace heteroscope
