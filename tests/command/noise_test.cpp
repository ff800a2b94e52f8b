#include "app/bench/noise.hpp"

#include <gtest/gtest.h>

#include "app/analysis/reading.hpp"
#include "app/analysis/tables/tables.hpp"
#include "app/bench/noise_data.hpp"
#include "app/bench/row_data.hpp"
#include "core/base/watch.hpp"

/// The machine's own noise, what the harness adds, and clocks that move.
namespace heteroscope {
namespace {

FixedTimes fixed_times(double low, double median, double high, std::optional<double> added = {}) {
  FixedTimes out;
  out.ms.median = out.ms.p95 = median;
  out.interval = {low, high};
  out.added_ms = added;
  return out;
}

TEST(Noise, IsTheWidestInterval) {
  Noise noise{
      .threads = 1, .loop = {fixed_times(0.99, 1, 1.02, 0.001)}, .nothing = {fixed_times(2e-4, 3e-4, 4e-4, 2e-4)}};
  EXPECT_NEAR(noise.share(), 0.03, 1e-12);
  EXPECT_NEAR(noise.floor_ms(), 2e-4, 1e-12);
  EXPECT_NEAR(noise.of(0.5), 0.0152, 1e-12);
  EXPECT_NEAR(noise.of(10), 0.0302, 1e-12) << "the loop takes 1 ms";
  EXPECT_EQ(noise.drift(), std::nullopt);
  EXPECT_NEAR(noise.added_ms(), 2e-4, 1e-12);
  EXPECT_NEAR(noise.added_share(), 0.001 / 0.999, 1e-12);
  noise.loop.push_back(fixed_times(1.15, 1.2, 1.35));
  noise.nothing.push_back(fixed_times(2e-4, 3e-4, 9e-4));
  EXPECT_NEAR(noise.share(), 0.2 / 1.2, 1e-12) << "the larger of before and after";
  EXPECT_NEAR(noise.floor_ms(), 7e-4, 1e-12);
  EXPECT_NEAR(noise.drift().value(), 0.2, 1e-12);
}

TEST(Noise, OfAGpuIsAnEmptyKernels) {
  const Noise noise{.loop = {fixed_times(1, 1, 1)}, .nothing = {fixed_times(0.002, 0.0021, 0.0022)}};
  EXPECT_EQ(noise.added_ms(), 0.0021);
  EXPECT_NEAR(noise.added_share(), 0.0021 / 0.9979, 1e-12);
}

TEST(Noise, OfTheProcessorsOfARow) {
  const std::vector<Noise> all{
      {.threads = 4, .loop = {fixed_times(0.9, 1, 1)}, .nothing = {fixed_times(0, 0, 0)}},
      {.threads = 1, .loop = {fixed_times(0.99, 1, 1)}, .nothing = {fixed_times(0, 0, 0)}},
      {.threads = 0, .loop = {fixed_times(0.98, 1, 1)}, .nothing = {fixed_times(0, 0, 0)}},
  };
  BenchRow row;
  row.ms.median = 0.1;
  row.threads = 1;
  EXPECT_NEAR(noise_of(row, all).value(), 0.001, 1e-12);
  row.threads = 4;
  EXPECT_NEAR(noise_of(row, all).value(), 0.01, 1e-12);
  row.what.settings.execution.processor = Processor::split;
  row.threads = 1;
  EXPECT_NEAR(noise_of(row, all).value(), 0.002, 1e-12) << "the larger of both sides";
  row.what.settings.execution.processor = Processor::gpu;
  EXPECT_NEAR(noise_of(row, all).value(), 0.002, 1e-12);
  EXPECT_EQ(noise_of(row, {}), std::nullopt);
}

/// What is reported of a loop beside what the loop takes by its own clock, run by run: less than a hundredth more, and
/// less than 5 µs beyond nothing. Threads that another program's have put off take longer: it is measured again, for a
/// minute.
TEST(Harness, AddsNextToNothing) {
  const auto adds_little = [](const Noise& noise) {
    return noise.loop.front().ms.median > 100 * noise.added_ms() && noise.added_share() >= 0 &&
           noise.added_share() < 0.01 && noise.added_ms() > 0 && noise.added_ms() < 5e-3;
  };
  for (const int threads : {1, 2}) {
    Noise noise;
    const Watch patience;
    do {
      NoiseMeter meter;
      meter.measure(threads);
      meter.measure(threads);
      meter.measure_again();
      ASSERT_EQ(meter.measured().size(), 1U) << "each once";
      noise = meter.measured().front();
    } while (!adds_little(noise) && patience.ms() < 60e3);
    ASSERT_EQ(noise.loop.size(), 2U);
    EXPECT_GT(noise.loop.front().ms.median, 100 * noise.added_ms()) << "the loop does something";
    EXPECT_GE(noise.added_share(), 0);
    EXPECT_LT(noise.added_share(), 0.01) << threads;
    EXPECT_GT(noise.added_ms(), 0);
    EXPECT_LT(noise.added_ms(), 5e-3) << threads;
    EXPECT_EQ(noise.regions.has_value(), threads > 1);
    EXPECT_FALSE(noise.regions && noise.regions->regrown_ms) << "one thread begins no team that could end others";
  }
}

ResultRow row(double low, double median, double high, double noise_ms) {
  ResultRow out;
  Data to(out.data);
  to.add({"median_ms", "a", "b"}, median);
  to.add({"median_low_ms", "a", "b"}, low);
  to.add({"median_high_ms", "a", "b"}, high);
  to.add({"noise_ms", "a", "b"}, noise_ms);
  return out;
}

TEST(Tied, WhereTheDifferenceIsWithinTheNoise) {
  EXPECT_FALSE(tied(row(0.99, 1, 1.01, 0.01), row(1.09, 1.1, 1.11, 0.01)));
  EXPECT_TRUE(tied(row(0.99, 1, 1.01, 0.01), row(1.005, 1.1, 1.11, 0.01))) << "the intervals meet";
  EXPECT_TRUE(tied(row(0.99, 1, 1.01, 0.01), row(1.09, 1.1, 1.11, 0.2))) << "the larger noise counts";
  EXPECT_TRUE(within_noise(row(0.99, 1, 1.01, 0.2), row(1.09, 1.1, 1.11, 0.01)));
  ResultRow older = row(0.99, 1, 1.01, 0);
  std::erase_if(older.data, [](const Datum& each) { return each.id == "noise_ms"; });
  EXPECT_FALSE(within_noise(older, older));
  EXPECT_TRUE(tied(older, older));
}

TEST(Clocks, AreTheExtremesOfWhatWasSeen) {
  ClockFigures clock;
  EXPECT_EQ(clock.moved(), std::nullopt);
  clock.add(device::GpuState{.mhz = 1800, .celsius = 60});
  clock.add(device::GpuState{.mhz = 1980, .celsius = 66, .slowed_by = 0x4});
  clock.add(device::GpuState{});
  EXPECT_EQ(clock.least_mhz, 1800);
  EXPECT_EQ(clock.most_mhz, 1980);
  EXPECT_EQ(clock.hottest_celsius, 66);
  EXPECT_NEAR(clock.moved().value(), 0.1, 1e-12);
  EXPECT_EQ(clock.slowdown(), "power cap");
  ClockFigures cpu;
  cpu.add(CpuState{.mhz = 3000, .slowdowns = 7});
  EXPECT_EQ(cpu.slowdown(), "") << "that was before";
  cpu.add(CpuState{.mhz = 3000, .slowdowns = 9});
  EXPECT_EQ(cpu.slowdown(), "heat");
}

TEST(Clocks, RowsThatDidNotKeepThemAreNamed) {
  Result result;
  for (const bool moves : {false, true}) {
    BenchRow of;
    of.what.settings.execution.processor = Processor::gpu;
    of.gpu_clock.add(device::GpuState{.mhz = 1900, .celsius = 60});
    of.gpu_clock.add(device::GpuState{.mhz = moves ? 1600 : 1890, .celsius = 60, .slowed_by = moves ? 0x20U : 0U});
    ResultRow& to = result.rows.emplace_back();
    Data data(to.data);
    data.add({"scene", "a", "b"}, std::string("full"));
    data.add({"precision", "a", "b"}, std::string("fp32"));
    data.add({"variant", "a", "b"}, std::string(moves ? "cuda_2d" : "cuda_1d"));
    data.add({"memory", "a", "b"}, std::string("device"));
    data.add({"threads", "a", "b"}, DatumValue());
    add_clocks(data, of);
  }
  const std::string text = markdown(clock_notes(result));
  EXPECT_NE(text.find("- full fp32 cuda_2d, gpu: clock between 1600 and 1900 MHz (18.8 %), slowed by heat\n"),
            std::string::npos)
      << text;
  EXPECT_EQ(text.find("cuda_1d"), std::string::npos) << text;
}

}  // namespace
}  // namespace heteroscope
