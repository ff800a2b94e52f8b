#include "app/commands/bench/notes.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/commands/table.hpp"
#include "core/device/cpu_ceilings.hpp"
#include "core/run/subnormals.hpp"

namespace heteroscope {

namespace {

std::string bytes_text(std::size_t bytes) {
  return with_prefix(static_cast<double>(bytes)) + "B";
}

std::vector<std::string> line_of(const std::string& processor, const MemoryCeiling& memory, const FmaRates* fma) {
  const auto rate = [](double value, const char* unit) { return with_prefix(value) + unit + "/s"; };
  return {processor,
          bytes_text(memory.set_bytes),
          rate(memory.rates.copy_bytes_per_s, "B"),
          rate(memory.rates.fill_bytes_per_s, "B"),
          fma == nullptr ? "" : rate(fma->fp32_per_s, "fma"),
          fma == nullptr ? "" : rate(fma->fp64_per_s, "fma")};
}

/// Of one processor, or of so many of its threads, the largest set first; that line has the multiply-adds, too.
void add_lines(TextTable& table, const std::string& processor, const std::vector<MemoryCeiling>& measured, int threads,
               const FmaRates& fma) {
  std::vector<MemoryCeiling> lines;
  std::ranges::copy_if(measured, std::back_inserter(lines), [&](const auto& each) { return each.threads == threads; });
  std::ranges::sort(lines, std::greater{}, &MemoryCeiling::set_bytes);
  for (const MemoryCeiling& each : lines) table.add(line_of(processor, each, &each == lines.data() ? &fma : nullptr));
}

/// Rows whose runs leave the same result behind.
bool same_problem(const BenchRow& a, const BenchRow& b) {
  return a.what.scene == b.what.scene && a.what.settings.problem.precision == b.what.settings.problem.precision &&
         a.steps == b.steps && a.size == b.size;
}

bool has_decayed(const BenchRow& row) {
  return row.steps > 0 && !row.drawn &&
         (row.result.subnormals > 0 || (row.result.count > 0 && row.result.zeros == row.result.count));
}

/// What subnormal numbers cost where some of the rows are the CPU's.
std::string cost_text(Precision precision) {
  const double slowdown = subnormal_slowdown(precision);
  if (!is_slower(slowdown)) return "this CPU's multiply-adds take no longer with such numbers (measured)";
  return fmt::format(
      "with such numbers this CPU's multiply-adds take {:.2g} times as long (measured): its rows' later steps are "
      "slower "
      "than the first",
      slowdown);
}

}  // namespace

std::string ceilings_table(const Ceilings& ceilings) {
  TextTable table({{"ceiling"}, {"set", true}, {"copy", true}, {"fill", true}, {"fma fp32", true}, {"fma fp64", true}});
  for (const CpuFma& each : ceilings.cpu) {
    const std::string name = fmt::format("cpu, {} thread{}", each.threads, each.threads == 1 ? "" : "s");
    add_lines(table, name, ceilings.cpu_memory, each.threads, each.rates);
  }
  if (ceilings.gpu) add_lines(table, "gpu", ceilings.gpu_memory, 0, *ceilings.gpu);
  return table.markdown();
}

std::string set_text(const BenchRow& row) {
  std::string out;
  for (const auto& side : {row.cpu_ceiling, row.gpu_ceiling}) {
    if (side) out += (out.empty() ? "" : " + ") + bytes_text(side->memory.set_bytes);
  }
  return out;
}

std::string share_note(const Bench& bench) {
  const bool writes = std::ranges::any_of(bench.rows, [](const BenchRow& row) { return row.work.only_writes; });
  return fmt::format(
      "of {} is of what the row's processor, on as many threads, {} again and again in a set of bytes like the row's: "
      "where caches hold the one they hold the other.",
      writes ? "fill" : "copy", writes ? "writes" : "copies");
}

std::string witness_notes(const Bench& bench) {
  std::string out;
  for (const BenchRow& row : bench.rows) {
    if (!row.what.witness) continue;
    const BenchRow* best = nullptr;
    for (const BenchRow& other : bench.rows) {
      const bool beside = !other.what.witness && other.what.stage == row.what.stage && same_problem(other, row) &&
                          other.what.settings.execution.processor == Processor::gpu;
      if (beside && (best == nullptr || other.ms.median < best->ms.median)) best = &other;
    }
    if (best == nullptr) continue;
    out +=
        fmt::format("\n{}, {}: {} is no variant, since its bits are the card's own; {} reaches {:.3g} of its rate.\n",
                    row.what.scene, id_of(row.what.settings.problem.precision), row.what.variant, best->what.variant,
                    row.ms.median / best->ms.median);
  }
  return out;
}

std::string decay_notes(const Bench& bench) {
  std::string out;
  for (const BenchRow& row : bench.rows) {
    const auto same = [&](const BenchRow& other) { return same_problem(row, other); };
    if (!has_decayed(row) || &*std::ranges::find_if(bench.rows, same) != &row) continue;
    const Precision precision = row.what.settings.problem.precision;
    out += fmt::format("\n{}, {} steps in {}: ", row.what.scene, row.steps, id_of(precision));
    if (row.result.subnormals > 0) {
      out += fmt::format("{:.3g} % of the values are subnormal numbers at the end of each run",
                         100 * static_cast<double>(row.result.subnormals) / static_cast<double>(row.result.count));
    } else {
      out += "all values are 0 at the end of each run; what was not 0 before was subnormal on the way there";
    }
    const bool on_cpu = std::ranges::any_of(bench.rows, [&](const BenchRow& other) {
      return same(other) && other.what.settings.execution.processor != Processor::gpu;
    });
    if (on_cpu) out += "; " + cost_text(precision);
    out += ".\n";
  }
  return out;
}

}  // namespace heteroscope
