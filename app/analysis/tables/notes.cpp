#include "app/analysis/tables/notes.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/analysis/reading.hpp"
#include "app/results/fact_columns.hpp"
#include "core/base/plural.hpp"
#include "core/run/subnormals.hpp"

namespace heteroscope {

namespace {

/// Of one processor, or of so many of its threads, the largest set first; that line has the multiply-adds, too.
void add_lines(TextTable& table, const std::string& processor, std::vector<ResultRow> sets, const std::string& fp32,
               const std::string& fp64) {
  std::ranges::stable_sort(sets, std::greater{},
                           [](const ResultRow& set) { return set.number(column::ceiling::set_bytes); });
  for (const ResultRow& set : sets) {
    const bool first = &set == sets.data();
    table.add({processor, cell(set, column::ceiling::set_bytes), cell(set, column::ceiling::copy_bytes_per_s),
               cell(set, column::ceiling::fill_bytes_per_s), first ? fp32 : "", first ? fp64 : ""});
  }
}

bool has_decayed(const ResultRow& row) {
  return has(row, column::steps) && !holds(row, column::drawn) &&
         (row.number(column::subnormal_values_percent) > 0 || row.number(column::zero_values_percent) == 100);
}

/// What subnormal numbers cost the CPU whose row it is.
std::string cost_text(const ResultRow& row) {
  const double slowdown = row.number(column::subnormal_slowdown);
  if (!is_slower(slowdown)) return "this CPU computes with such numbers equally fast (measured)";
  return fmt::format(
      "with such numbers this CPU's multiply-adds take {:.2g} times as long (measured), so its later steps are slower "
      "than the first",
      slowdown);
}

/// "sine, 500 steps in fp32: 64 % of …".
std::string decay_note(const Result& result, const ResultRow& row) {
  std::string out = fmt::format("{}, {} in {}: ", row.text(column::scene), plural(row.text(column::steps), "step"),
                                row.text(column::precision));
  if (const double subnormal = row.number(column::subnormal_values_percent); subnormal > 0) {
    out += fmt::format("{:.3g} % of the values are subnormal numbers at the end of each run", subnormal);
  } else {
    out += "all values are 0 at the end of each run; on the way there they were subnormal numbers";
  }
  const auto of_cpu = std::ranges::find_if(result.rows, [&](const ResultRow& other) {
    return same_problem(row, other) && has(other, column::subnormal_slowdown);
  });
  if (of_cpu != result.rows.end()) out += "; " + cost_text(*of_cpu);
  return out + ".";
}

}  // namespace

TextTable ceilings_table(const Result& result) {
  TextTable table({{"ceiling"}, {"set", true}, {"copy", true}, {"fill", true}, {"fma fp32", true}, {"fma fp64", true}});
  const std::vector<ResultRow> cpu_sets = rows_of(result.facts, column::cpu_set_ceilings);
  for (const ResultRow& fma : rows_of(result.facts, column::cpu_fma_ceilings)) {
    const std::string threads = fma.text(column::ceilings::threads);
    std::vector<ResultRow> sets;
    std::ranges::copy_if(cpu_sets, std::back_inserter(sets),
                         [&](const ResultRow& set) { return set.text(column::ceilings::threads) == threads; });
    add_lines(table, fmt::format("cpu, {} thread{}", threads, threads == "1" ? "" : "s"), std::move(sets),
              cell(fma, column::ceilings::fp32_per_s), cell(fma, column::ceilings::fp64_per_s));
  }
  if (const Datum* const fp32 =
          find_datum(result.facts, part_of(column::gpu_ceilings, column::ceilings::fma_fp32_per_s))) {
    add_lines(table, "gpu", rows_of(result.facts, column::gpu_set_ceilings), shown(*fp32),
              shown(*find_datum(result.facts, part_of(column::gpu_ceilings, column::ceilings::fma_fp64_per_s))));
  }
  return table;
}

std::string share_note(const Result& result) {
  const bool writes =
      std::ranges::any_of(result.rows, [](const ResultRow& row) { return holds(row, column::only_writes); });
  return fmt::format(
      "The column \"of {0}\" says how near the bytes per second are to those of a plain {0} of as many bytes by the "
      "same processor with as many threads, so that both fit into the same caches: 100 % is as fast.",
      writes ? "fill" : "copy");
}

std::string written_note() {
  return "The column \"written\" says how many bytes are written to memory in a second if each result is written once.";
}

Document fast_math_notes(const Result& result) {
  Document out;
  for (const ResultRow& row : result.rows) {
    if (!holds(row, column::fast_math)) continue;
    const ResultRow* best = nullptr;
    for (const ResultRow& other : result.rows) {
      const bool beside = !holds(other, column::fast_math) && other.text(column::stage) == row.text(column::stage) &&
                          same_problem(other, row) && uses_gpu(other) && !uses_cpu(other);
      if (beside && (best == nullptr || other.number(column::median_ms) < best->number(column::median_ms)))
        best = &other;
    }
    if (best == nullptr) continue;
    out.emplace_back(Paragraph{fmt::format(
        "{}, {}: {} is not a variant, because its result depends on the card. {} reaches {} of its speed.",
        row.text(column::scene), row.text(column::precision), row.text(column::variant), best->text(column::variant),
        percent(row.number(column::median_ms) / best->number(column::median_ms)))});
  }
  return out;
}

Document decay_notes(const Result& result) {
  Document out;
  for (const ResultRow& row : result.rows) {
    const auto same = [&](const ResultRow& other) { return same_problem(row, other); };
    if (!has_decayed(row) || &*std::ranges::find_if(result.rows, same) != &row) continue;
    out.emplace_back(Paragraph{decay_note(result, row)});
  }
  return out;
}

}  // namespace heteroscope
