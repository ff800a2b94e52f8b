#include "app/bench/row_data.hpp"

#include "app/results/row_columns.hpp"

namespace heteroscope {

namespace {

void add_side(Data to, const ClockFigures& of, bool gpu) {
  const auto number = [](std::optional<int> value) { return value ? DatumValue(std::int64_t{*value}) : DatumValue(); };
  to.add(column::clock::least_mhz, number(of.least_mhz));
  to.add(column::clock::most_mhz, number(of.most_mhz));
  if (gpu) to.add(column::clock::celsius, number(of.hottest_celsius));
  to.add(column::clock::slowed_by, or_none(of.slowdown()));
}

}  // namespace

void add_clocks(const Data& to, const BenchRow& row) {
  const Processor processor = row.what.settings.execution.processor;
  if (processor != Processor::gpu) add_side(to.of(column::cpu_clock), row.cpu_clock, false);
  if (processor != Processor::cpu) add_side(to.of(column::gpu_clock), row.gpu_clock, true);
}

}  // namespace heteroscope
