#include "app/bench/noise_data.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/results/fact_columns.hpp"

namespace heteroscope {

namespace {

void add_times(Data to, const FixedTimes& times) {
  to.add(column::noise_times::median_ms, times.ms.median);
  to.add(column::noise_times::median_low_ms, times.interval.low);
  to.add(column::noise_times::median_high_ms, times.interval.high);
  to.add(column::noise_times::p95_ms, times.ms.p95);
  to.add(column::noise_times::added_ms, or_none(times.added_ms));
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
    of.add(column::noise::threads, each.threads > 0 ? DatumValue(std::int64_t{each.threads}) : DatumValue());
    of.add(column::noise::share, each.share());
    of.add(column::noise::floor_ms, each.floor_ms());
    of.add(column::noise::drift, or_none(each.drift()));
    of.add(column::noise::added_ms, each.added_ms());
    of.add(column::noise::added_share, each.added_share());
    if (each.regions) {
      of.add(column::noise::region_ready_ms, each.regions->ready_ms);
      of.add(column::noise::region_woken_ms, each.regions->woken_ms);
      of.add(column::noise::region_regrown_ms, or_none(each.regions->regrown_ms));
    }
    for (std::size_t k = 0; k < each.loop.size(); ++k) {
      add_times(of.of(fmt::format("loop/{}", k)), each.loop[k]);
      add_times(of.of(fmt::format("nothing/{}", k)), each.nothing[k]);
    }
  }
}

}  // namespace heteroscope
