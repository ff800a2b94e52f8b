#include "app/analysis/tables/tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/analysis/reading.hpp"
#include "app/results/fact_columns.hpp"

namespace heteroscope {

namespace {

/// "cpu, 1 thread", "gpu".
std::string loop_text(const ResultRow& noise) {
  if (!has(noise, column::noise::threads)) return std::string(id_of(Processor::gpu));
  const std::string threads = noise.text(column::noise::threads);
  return fmt::format("{}, {} thread{}", id_of(Processor::cpu), threads, threads == "1" ? "" : "s");
}

/// "±0.3 %": the farther end of the interval.
std::string reach_of_row(const ResultRow& noise, const std::string& times) {
  const double median = noise.number(part_of(times, column::noise_times::median_ms));
  const double reach = std::max(noise.number(part_of(times, column::noise_times::median_high_ms)) - median,
                                median - noise.number(part_of(times, column::noise_times::median_low_ms)));
  return median > 0 ? percent(reach / median) : std::string();
}

std::string signed_percent(const ResultRow& noise, const Column& id) {
  return has(noise, id) ? fmt::format("{:+.2f} %", 100 * noise.number(id)) : std::string();
}

/// "0.21 µs"; what is longer than a millisecond in those.
std::string microseconds(double time_ms) {
  if (time_ms >= 1) return milliseconds(time_ms);
  return fmt::format("{:.3g} µs", 1e3 * time_ms);
}

/// Where the machine has become slower or faster by more than its noise.
void add_drift(Document& to, const ResultRow& noise) {
  if (!has(noise, column::noise::drift) ||
      std::abs(noise.number(column::noise::drift)) <= noise.number(column::noise::share))
    return;
  to.emplace_back(Paragraph{fmt::format(
      "{}: after the rows the same loop took {} as before them. Rows that were not measured in turns can differ by as "
      "much.",
      loop_text(noise), times_as(1 + noise.number(column::noise::drift), "long"))});
}

/// The cost of parallel regions, by number of threads; nothing where none was measured.
void add_regions(Document& to, const std::vector<ResultRow>& all) {
  TextTable table(
      {{"parallel region"}, {"threads wait", true}, {"threads sleep", true}, {"after half as many threads", true}});
  bool any = false;
  for (const ResultRow& each : all) {
    if (!has(each, column::noise::region_ready_ms)) continue;
    any = true;
    const auto cell_of = [&](const Column& id) {
      return has(each, id) ? microseconds(each.number(id)) : std::string();
    };
    table.add({loop_text(each), cell_of(column::noise::region_ready_ms), cell_of(column::noise::region_woken_ms),
               cell_of(column::noise::region_regrown_ms)});
  }
  if (!any) return;
  to.emplace_back(std::move(table));
  to.emplace_back(Paragraph{
      "The time of a parallel region that does nothing, which is the least that any parallel region takes: while its "
      "threads still wait actively, while they sleep, and after a region of half as many threads, after which OpenMP "
      "may have to create the others again. Measured runs begin with threads that wait actively."});
}

}  // namespace

Document noise_tables(const Result& result) {
  const std::vector<ResultRow> all = rows_of(result.facts, column::noises);
  if (all.empty()) return {};
  TextTable table({{"noise"},
                   {"fixed loop", true},
                   {"±", true},
                   {"p95/median", true},
                   {"drift", true},
                   {"empty run", true},
                   {"p95/median", true},
                   {"overhead", true},
                   {"of the loop", true}});
  const auto tail = [](const ResultRow& of, const std::string& times) {
    const double median = of.number(part_of(times, column::noise_times::median_ms));
    return median > 0 ? fmt::format("{:.3g}", of.number(part_of(times, column::noise_times::p95_ms)) / median)
                      : std::string();
  };
  Document out{
      Paragraph{"Noise: how much equal measurements differ on this machine, measured in this run with a fixed loop:"}};
  for (const ResultRow& each : all) {
    table.add({loop_text(each), cell(each, part_of("loop/0", column::noise_times::median_ms)),
               reach_of_row(each, "loop/0"), tail(each, "loop/0"), signed_percent(each, column::noise::drift),
               microseconds(each.number(part_of("nothing/0", column::noise_times::median_ms))), tail(each, "nothing/0"),
               microseconds(each.number(column::noise::added_ms)), signed_percent(each, column::noise::added_share)});
  }
  out.emplace_back(std::move(table));
  out.emplace_back(
      Paragraph{"Medians that differ by no more than this noise (±) are a tie. p95/median: the time that 95 % of the "
                "runs did not exceed, divided by the median. drift: how much longer the loop took after all rows than "
                "before them. empty run: the time of a run that does nothing; overhead: what the measurement itself "
                "adds to each time."});
  add_regions(out, all);
  for (const ResultRow& each : all) add_drift(out, each);
  return out;
}

}  // namespace heteroscope
