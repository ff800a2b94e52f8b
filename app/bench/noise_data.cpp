#include "app/bench/noise_data.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/analysis/reading.hpp"

namespace heteroscope {

namespace {

constexpr const char* ms = "ms";

void add_times(Data to, const FixedTimes& times) {
  to.add("median_ms", "median", ms, Hint::time, "Of the runs", times.ms.median);
  to.add("median_low_ms", "median from", ms, Hint::time, "The median's 95 % interval, of order statistics",
         times.interval.low);
  to.add("median_high_ms", "median to", ms, Hint::time, "Its upper end", times.interval.high);
  to.add("p95_ms", "p95", ms, Hint::time, "What 95 % of the runs do not exceed", times.ms.p95);
  to.add("added_ms", "added", ms, Hint::time, "Of that beyond what the work takes from its first line to its last",
         or_none(times.added_ms));
}

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

/// "0.21 µs".
std::string microseconds(double time_ms) {
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

std::optional<double> noise_of(const BenchRow& row, const std::vector<Noise>& noise) {
  std::optional<double> out;
  const Processor processor = row.what.settings.execution.processor;
  for (const Noise& each : noise) {
    const bool its =
        each.threads > 0 ? processor != Processor::gpu && each.threads == row.threads : processor != Processor::cpu;
    if (its) out = std::max(out.value_or(0), each.of(row.ms.median));
  }
  return out;
}

void add_noise(const Data& to, const std::vector<Noise>& noise) {
  for (std::size_t i = 0; i < noise.size(); ++i) {
    const Noise& each = noise[i];
    Data of = to.of(std::to_string(i));
    of.add("threads", "threads", "Of the CPU; none: the GPU",
           each.threads > 0 ? Value(std::int64_t{each.threads}) : Value());
    of.add("share", "noise", "", Hint::share, "By which share medians of the same can differ", each.share());
    of.add("floor_ms", "noise of nothing", ms, Hint::time, "And by how much, however short they are", each.floor_ms());
    of.add("drift", "drift", "", Hint::share, "By how much longer the loop took after the rows than before them",
           or_none(each.drift()));
    of.add("added_ms", "harness adds", ms, Hint::time,
           "What a row's time has beyond its work's; on the GPU an empty kernel with its launch", each.added_ms());
    of.add("added_share", "of the loop", "", Hint::share, "What is added to the loop's own time", each.added_share());
    for (std::size_t k = 0; k < each.loop.size(); ++k) {
      add_times(of.of(fmt::format("loop/{}", k)), each.loop[k]);
      add_times(of.of(fmt::format("nothing/{}", k)), each.nothing[k]);
    }
  }
}

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
