#include "core/ceilings/cpu_ceilings.hpp"

#include <gtest/gtest.h>

#include "core/run/subnormals.hpp"

namespace heteroscope {
namespace {

/// No times: only that every size, also one of less than a cache line a thread, is measured at all.
TEST(CpuCeilings, EverySetHasRates) {
  for (const int threads : {1, 2, 7}) {
    for (const std::size_t set : {std::size_t{64}, std::size_t{4096}, std::size_t{1} << 20}) {
      const MemoryRates rates = measure_cpu_memory(threads, set);
      EXPECT_GT(rates.copy_bytes_per_s, 0) << threads << ' ' << set;
      EXPECT_GT(rates.fill_bytes_per_s, 0) << threads << ' ' << set;
    }
  }
  EXPECT_EQ(largest_cpu_set() % 128, 0U);
}

TEST(CpuCeilings, EveryMultiplyAddIsComputed) {
  for (const FmaChains chains : {FmaChains::twelve, FmaChains::twenty_four})
    EXPECT_EQ(wrong_cpu_fma(chains), "") << static_cast<int>(chains) << " chains";
}

TEST(CpuCeilings, RatesAreThoseOfTheirPrecision) {
  constexpr FmaRates rates{.fp32_per_s = 2, .fp64_per_s = 1};
  EXPECT_EQ(rates.of(Precision::fp32), 2);
  EXPECT_EQ(rates.of(Precision::fp64), 1);
}

TEST(Subnormals, TheirCostIsMeasuredOnce) {
  for (const Precision precision : {Precision::fp32, Precision::fp64}) {
    const double times = subnormal_slowdown(precision);
    EXPECT_GT(times, 0);
    EXPECT_EQ(subnormal_slowdown(precision), times);
  }
}

TEST(Subnormals, ANoteSaysHowManyAndWhatTheyCost) {
  const Summary most{.zeros = 61, .subnormals = 939, .count = 1000};
  EXPECT_EQ(subnormal_note(most, 40),
            "CPU steps are slow: 93.9 % of the values are subnormal numbers, which take 40 times as "
            "long");
  EXPECT_EQ(subnormal_note(most, 1), "") << "they cost this CPU nothing";
  EXPECT_EQ(subnormal_note(Summary{.zeros = 1000, .count = 1000}, 40), "");
  EXPECT_EQ(subnormal_note(Summary{.subnormals = 1, .count = 1000}, 40), "") << "too few to be the reason";
  EXPECT_NE(subnormal_note(Summary{.subnormals = 10, .count = 1000}, 40), "");
  EXPECT_EQ(subnormal_note({}, 40), "") << "no values at all";
}

}  // namespace
}  // namespace heteroscope
