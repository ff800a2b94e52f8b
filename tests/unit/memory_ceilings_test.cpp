#include "core/ceilings/memory_ceilings.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <utility>
#include <vector>

namespace heteroscope {
namespace {

constexpr std::size_t mebibyte = std::size_t{1} << 20;
constexpr std::size_t largest = 512 * mebibyte;

TEST(MemoryCeilings, SetsAreNoLargerThanTheWorkAndNotMuchSmaller) {
  for (double bytes = 4096; bytes < static_cast<double>(largest); bytes *= 1.07) {
    const auto set = static_cast<double>(ceiling_set(bytes, largest));
    EXPECT_LE(set, bytes);
    EXPECT_GT(set, bytes / std::exp2(0.25) - 64) << bytes;
    EXPECT_EQ(std::fmod(set, 64), 0) << bytes;
  }
}

TEST(MemoryCeilings, PowersOfTwoAreSetsThemselves) {
  for (std::size_t bytes = 4096; bytes <= largest; bytes *= 2) {
    EXPECT_EQ(ceiling_set(static_cast<double>(bytes), largest), bytes);
  }
}

TEST(MemoryCeilings, BeyondTheLargestAndBelowTheLeast) {
  EXPECT_EQ(ceiling_set(static_cast<double>(largest) + 1, largest), largest);
  EXPECT_EQ(ceiling_set(1e15, largest), largest);
  EXPECT_EQ(ceiling_set(1, largest), 4096U);
  EXPECT_EQ(ceiling_set(0, largest), 4096U);
  EXPECT_EQ(ceiling_set(5000, 1024), 1024U) << "a machine with hardly any memory";
}

TEST(MemoryCeilings, EachIsMeasuredOnceForItsThreadsAndSize) {
  std::vector<std::pair<int, std::size_t>> asked;
  MemoryCeilings ceilings(largest, [&](int threads, std::size_t set) {
    asked.emplace_back(threads, set);
    return MemoryRates{.copy_bytes_per_s = 10.0 * threads, .fill_bytes_per_s = static_cast<double>(set)};
  });
  EXPECT_EQ(ceilings.of_memory(2).set_bytes, largest);
  EXPECT_EQ(ceilings.of(2, 8.0 * mebibyte).rates.copy_bytes_per_s, 20);
  EXPECT_EQ(ceilings.of(1, 8.0 * mebibyte).rates.copy_bytes_per_s, 10) << "one thread has a ceiling of its own";
  EXPECT_EQ(ceilings.of(2, 8.5 * mebibyte).rates.fill_bytes_per_s, 8.0 * mebibyte) << "near enough to the one before";
  EXPECT_EQ(ceilings.of(2, 1e12).set_bytes, largest);
  const std::vector<std::pair<int, std::size_t>> expected{
      {1, largest}, {2, largest}, {1, 8 * mebibyte}, {2, 8 * mebibyte}};
  EXPECT_EQ(asked, expected);
  ASSERT_EQ(ceilings.measured().size(), 4U);
  EXPECT_EQ(ceilings.measured()[3].threads, 2);
}

TEST(MemoryCeilings, CountWhatIsNotKnownYet) {
  MemoryCeilings ceilings(largest, [](int, std::size_t) { return MemoryRates{}; });
  EXPECT_EQ(ceilings.missing(2, 8.0 * mebibyte), 4) << "of one thread and of two, in both sets";
  EXPECT_EQ(ceilings.missing(2, 1e15), 2) << "both sets are one";
  EXPECT_EQ(ceilings.missing(0, 8.0 * mebibyte), 2);
  (void)ceilings.of_memory(2);
  EXPECT_EQ(ceilings.missing(2, 8.0 * mebibyte), 2);
  (void)ceilings.of(1, 8.0 * mebibyte);
  EXPECT_EQ(ceilings.missing(2, 8.0 * mebibyte), 1);
  EXPECT_EQ(ceilings.missing(1, 8.0 * mebibyte), 0);
}

/// Starting threads takes longer than one takes to copy some lines.
TEST(MemoryCeilings, SeveralThreadsReachWhatOneDoesAtLeast) {
  MemoryCeilings ceilings(largest, [&](int threads, std::size_t) {
    return threads == 1 ? MemoryRates{.copy_bytes_per_s = 5, .fill_bytes_per_s = 2}
                        : MemoryRates{.copy_bytes_per_s = 3, .fill_bytes_per_s = 4};
  });
  const MemoryCeiling four = ceilings.of(4, 5000);
  EXPECT_EQ(four.threads, 4);
  EXPECT_EQ(four.rates.copy_bytes_per_s, 5);
  EXPECT_EQ(four.rates.fill_bytes_per_s, 4);
  EXPECT_EQ(ceilings.of(1, 5000).rates.fill_bytes_per_s, 2);
}

/// A GPU has no threads of the CPU's to leave it to.
TEST(MemoryCeilings, TheGpuIsMeasuredAlone) {
  int measured = 0;
  MemoryCeilings ceilings(largest, [&](int threads, std::size_t) {
    EXPECT_EQ(threads, 0);
    ++measured;
    return MemoryRates{};
  });
  (void)ceilings.of_memory(0);
  (void)ceilings.of(0, 1e6);
  EXPECT_EQ(measured, 2);
}

}  // namespace
}  // namespace heteroscope
