#include "core/device/peaks.hpp"

#include <gtest/gtest.h>

namespace heteroscope::device {
namespace {

/// What the reports' cards, and others, have by their makers' data sheets.
TEST(Peaks, AreThoseOfTheDataSheets) {
  const Peaks p100 = peaks_of({.available = true,
                               .major = 6,
                               .minor = 0,
                               .multiprocessors = 56,
                               .clock_khz = 1480500,
                               .memory_clock_khz = 715000,
                               .memory_bus_bits = 4096,
                               .fp32_per_fp64 = 2});
  EXPECT_NEAR(2 * p100.fp32_fma_per_s.value(), 10.6e12, 0.05e12);
  EXPECT_NEAR(2 * p100.fp64_fma_per_s.value(), 5.3e12, 0.05e12);
  EXPECT_NEAR(p100.bus_bytes_per_s.value(), 732e9, 1e9);
  EXPECT_EQ(p100.fp32_per_fp64, 2);
  const Peaks gtx_960 = peaks_of({.available = true,
                                  .major = 5,
                                  .minor = 2,
                                  .multiprocessors = 8,
                                  .clock_khz = 1178000,
                                  .memory_clock_khz = 3505000,
                                  .memory_bus_bits = 128,
                                  .fp32_per_fp64 = 32});
  EXPECT_NEAR(2 * gtx_960.fp32_fma_per_s.value(), 2.41e12, 0.01e12);
  EXPECT_NEAR(gtx_960.bus_bytes_per_s.value(), 112e9, 0.5e9);
  const Peaks h100 = peaks_of({.available = true,
                               .major = 9,
                               .minor = 0,
                               .multiprocessors = 132,
                               .clock_khz = 1980000,
                               .memory_clock_khz = 2619000,
                               .memory_bus_bits = 5120,
                               .fp32_per_fp64 = 2});
  EXPECT_NEAR(2 * h100.fp32_fma_per_s.value(), 67e12, 0.2e12);
  EXPECT_NEAR(2 * h100.fp64_fma_per_s.value(), 33.5e12, 0.1e12);
  EXPECT_NEAR(h100.bus_bytes_per_s.value(), 3.35e12, 0.01e12);
}

TEST(Peaks, AreUnknownWhereTheDriverDoesNotSay) {
  const Facts known{.available = true,
                    .major = 8,
                    .minor = 6,
                    .multiprocessors = 10,
                    .clock_khz = 1000000,
                    .memory_clock_khz = 1000000,
                    .memory_bus_bits = 64,
                    .fp32_per_fp64 = 64};
  EXPECT_EQ(peaks_of(known).fp32_fma_per_s, 10 * 128 * 1e9);
  Facts without = known;
  without.clock_khz = 0;
  EXPECT_EQ(peaks_of(without).fp32_fma_per_s, std::nullopt);
  EXPECT_EQ(peaks_of(without).fp64_fma_per_s, std::nullopt);
  EXPECT_TRUE(peaks_of(without).bus_bytes_per_s.has_value());
  without = known;
  without.memory_bus_bits = 0;
  EXPECT_EQ(peaks_of(without).bus_bytes_per_s, std::nullopt);
  without = known;
  without.fp32_per_fp64 = 1;
  EXPECT_EQ(peaks_of(without).fp32_per_fp64, std::nullopt);
  EXPECT_EQ(peaks_of(without).fp64_fma_per_s, std::nullopt);
  without = known;
  without.major = 99;
  EXPECT_EQ(peaks_of(without).fp32_fma_per_s, std::nullopt) << "an architecture of which nobody has said it";
}

}  // namespace
}  // namespace heteroscope::device
