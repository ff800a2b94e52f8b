#include "app/bench/noise_data.hpp"

#include <fmt/format.h>

#include <algorithm>

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

}  // namespace

std::optional<double> noise_of(Processor processor, int threads, double ms, const std::vector<Noise>& noise) {
  std::optional<double> out;
  for (const Noise& each : noise) {
    const bool its =
        each.threads > 0 ? processor != Processor::gpu && each.threads == threads : processor != Processor::cpu;
    if (its) out = std::max(out.value_or(0), each.of(ms));
  }
  return out;
}

std::optional<double> noise_of(const BenchRow& row, const std::vector<Noise>& noise) {
  return noise_of(row.what.settings.execution.processor, row.threads, row.ms.median, noise);
}

void add_noise(const Data& to, const std::vector<Noise>& noise) {
  for (std::size_t i = 0; i < noise.size(); ++i) {
    const Noise& each = noise[i];
    Data of = to.of(std::to_string(i));
    of.add("threads", "threads", "Of the CPU; none: the GPU",
           each.threads > 0 ? DatumValue(std::int64_t{each.threads}) : DatumValue());
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

}  // namespace heteroscope
