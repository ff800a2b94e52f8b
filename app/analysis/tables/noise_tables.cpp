#include "app/analysis/tables/noise_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/analysis/reading.hpp"

namespace heteroscope {

namespace {

/// "cpu, 1 thread", "gpu".
std::string processor_text(const ResultRow& noise) {
  if (!has(noise, "threads")) return std::string(id_of(Processor::gpu));
  const std::string threads = noise.text("threads");
  return fmt::format("{}, {} thread{}", id_of(Processor::cpu), threads, threads == "1" ? "" : "s");
}

/// "±0.3 %": the farther end of the interval.
std::string reach_text(const ResultRow& noise, const std::string& times) {
  const double median = noise.number(times + "/median_ms");
  const double reach =
      std::max(noise.number(times + "/median_high_ms") - median, median - noise.number(times + "/median_low_ms"));
  return median > 0 ? percent(reach / median) : std::string();
}

std::string signed_percent(const ResultRow& noise, const char* id) {
  return has(noise, id) ? fmt::format("{:+.2f} %", 100 * noise.number(id)) : std::string();
}

/// "0.21 µs"; what is longer than a millisecond in those.
std::string microseconds(double time_ms) {
  if (time_ms >= 1) return milliseconds(time_ms);
  return fmt::format("{:.3g} µs", 1e3 * time_ms);
}

/// Where the machine has become slower or faster by more than its noise.
void add_drift(Document& to, const ResultRow& noise) {
  if (!has(noise, "drift") || std::abs(noise.number("drift")) <= noise.number("share")) return;
  to.emplace_back(Paragraph{fmt::format(
      "{}: after the rows the same loop took {} times as long as before them: rows that were not measured in turns can "
      "differ by as much.",
      processor_text(noise), times(1 + noise.number("drift")))});
}

}  // namespace

Document noise_tables(const Result& result) {
  const std::vector<ResultRow> all = rows_of(result.facts, "noise");
  if (all.empty()) return {};
  TextTable table({{"noise"},
                   {"fixed loop", true},
                   {"±", true},
                   {"p95/median", true},
                   {"drift", true},
                   {"nothing", true},
                   {"p95/median", true},
                   {"harness adds", true},
                   {"to the loop", true}});
  const auto tail = [](const ResultRow& of, const std::string& times) {
    const double median = of.number(times + "/median_ms");
    return median > 0 ? fmt::format("{:.3g}", of.number(times + "/p95_ms") / median) : std::string();
  };
  Document out{Paragraph{"Noise, measured in this run with work that always takes the same, as the rows were:"}};
  for (const ResultRow& each : all) {
    table.add({processor_text(each), cell(each, "loop/0/median_ms"), reach_text(each, "loop/0"), tail(each, "loop/0"),
               signed_percent(each, "drift"), microseconds(each.number("nothing/0/median_ms")), tail(each, "nothing/0"),
               microseconds(each.number("added_ms")), signed_percent(each, "added_share")});
  }
  out.emplace_back(std::move(table));
  out.emplace_back(Paragraph{
      "Medians that differ by no more than the width of such intervals are a tie. drift is what the loop took "
      "after the rows, over before them."});
  for (const ResultRow& each : all) add_drift(out, each);
  return out;
}

}  // namespace heteroscope
