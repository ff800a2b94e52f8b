#include "app/bench/clock_data.hpp"

#include <array>

namespace heteroscope {

namespace {

constexpr std::array<const char*, 2> sides{"cpu_clock", "gpu_clock"};

void add_side(Data to, const ClockFigures& of, bool gpu) {
  const auto number = [](std::optional<int> value) { return value ? DatumValue(std::int64_t{*value}) : DatumValue(); };
  to.add("least_mhz", "clock from", "MHz", Hint::plain, "The lowest that was seen between the runs",
         number(of.least_mhz));
  to.add("most_mhz", "clock to", "MHz", Hint::plain, "The highest", number(of.most_mhz));
  if (gpu) to.add("celsius", "heat", "°C", Hint::plain, "The hottest that it was", number(of.hottest_celsius));
  to.add("slowed_by", "slowed by", "Why it was slower than it could be", or_none(of.slowdown()));
}

}  // namespace

void add_clocks(const Data& to, const BenchRow& row) {
  const Processor processor = row.what.settings.execution.processor;
  if (processor != Processor::gpu) add_side(to.of(sides[0]), row.cpu_clock, false);
  if (processor != Processor::cpu) add_side(to.of(sides[1]), row.gpu_clock, true);
}

}  // namespace heteroscope
