#include "app/commands/report/theory.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/analysis/graphs/roof_graph.hpp"
#include "app/analysis/others.hpp"
#include "app/analysis/reading.hpp"
#include "app/results/fact_columns.hpp"
#include "app/text/table.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {

namespace {

/// The fastest rows: of each problem, stage and kind of processor one. A marked one only where there is no other.
std::vector<const ResultRow*> fastest_rows(const Result& result) {
  std::vector<const ResultRow*> out;
  for (const ResultRow& row : result.rows) {
    if (holds(row, column::fast_math) || !(row.number(column::median_ms) > 0) || !roof_of(result, row) ||
        !roof_point(row))
      continue;
    const auto same = std::ranges::find_if(out, [&](const ResultRow* known) {
      return same_problem(*known, row) && known->text(column::stage) == row.text(column::stage) &&
             uses_gpu(*known) == uses_gpu(row);
    });
    if (same == out.end()) {
      out.push_back(&row);
    } else if (order_by_time(row) < order_by_time(**same)) {
      *same = &row;
    }
  }
  return out;
}

std::string processor_text(const ResultRow& row) {
  const std::string threads = row.text(column::threads);
  if (threads.empty()) return row.text(column::processor);
  return fmt::format("{}, {} thread{}", row.text(column::processor), threads, threads == "1" ? "" : "s");
}

/// From how many multiply-adds a byte on arithmetic is the limit.
List ridges_of(const Result& result, const std::vector<const ResultRow*>& rows) {
  Names known;
  for (const ResultRow* row : rows) {
    const Roof roof = *roof_of(result, *row);
    const double ridge = roof.fma_per_s / roof.memory_bytes_per_s;
    known.place(fmt::format(
        "{}, {}: {}fma/s, and {}B/s from memory ({}). Below {:.3g} multiply-adds per byte memory is the "
        "limit, above it arithmetic",
        processor_text(*row), row->text(column::precision), with_prefix(roof.fma_per_s),
        with_prefix(roof.memory_bytes_per_s), holds(*row, column::only_writes) ? "a fill" : "a copy", ridge));
  }
  return {known.all()};
}

struct Expected {
  double ms = 0;
  std::string limit;
};

/// The longer of what the bytes and what the multiply-adds take at least.
Expected expected_of(const Result& result, const ResultRow& row) {
  const Roof roof = *roof_of(result, row);
  const RoofPoint point = *roof_point(row);
  const double ms = row.number(column::median_ms);
  const double bytes_ms = point.bytes_per_s / roof.near_bytes_per_s * ms;
  const double fma_ms = point.fma_per_s / roof.fma_per_s * ms;
  if (fma_ms > bytes_ms) return {fma_ms, "arithmetic"};
  return {bytes_ms, fmt::format("memory ({}B)", with_prefix(roof.near_bytes))};
}

}  // namespace

const Workload* workload_of(const Result& result) {
  return known_workload(catalog(), fact(result, column::workload));
}

Document expected_times(const Result& result) {
  const std::vector<const ResultRow*> rows = fastest_rows(result);
  if (rows.empty()) return {};
  TextTable table({{"scene"},
                   {"size"},
                   {"precision"},
                   {"processor"},
                   {"work"},
                   {"fma per operation", true},
                   {"bytes", true},
                   {"fma per byte", true},
                   {"limited by"},
                   {"expected", true},
                   {"measured", true},
                   {"by"},
                   {"reached", true}});
  bool beyond = false;
  for (const ResultRow* each : rows) {
    const ResultRow& row = *each;
    const Expected expected = expected_of(result, row);
    const double ms = row.number(column::median_ms);
    const RoofPoint point = *roof_point(row);
    const std::string run = has(row, column::steps) ? fmt::format(" in {} steps", cell(row, column::steps)) : "";
    beyond |= expected.ms > ms;
    table.add(
        {row.text(column::scene), size_text(row), row.text(column::precision), processor_text(row),
         fmt::format("{}{}{}", with_prefix(row.number(column::operations)), cell(row, column::operation_unit), run),
         fmt::format("{:.3g}", least_fma(row)), with_prefix(point.bytes_per_s * ms / 1e3) + "B",
         fmt::format("{:.3g}", point.fma_per_byte), expected.limit, milliseconds(expected.ms), median_text(row),
         variant_in_memory(result, row), percent(expected.ms / ms)});
  }
  Document out{
      Paragraph{"The most that these processors reach, measured in the same run:"}, ridges_of(result, rows),
      Paragraph{"The expected and the measured time of the fastest variants:"}, std::move(table),
      Paragraph{"work and bytes: the least that the plain loop needs. fma: the multiply-adds that an operation needs "
                "at least. "
                "expected: the longer of two "
                "times: bytes / what a copy (a fill, if the work only writes) of as many bytes reaches per second, and "
                "multiply-adds / the most multiply-adds per second."}};
  if (beyond) {
    out.emplace_back(
        Paragraph{"More than 100 % is possible for a variant that does less than the plain loop: it skips work that it "
                  "proves unnecessary, or makes several steps on data in a cache."});
  }
  return out;
}

}  // namespace heteroscope
