#include "core/numbers/statistics.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <random>
#include <vector>

#include "core/trace/trace.hpp"

namespace heteroscope {
namespace {

TEST(Statistics, OfNothingAreZero) {
  const Statistics none = statistics({});
  EXPECT_EQ(none.count, 0);
  EXPECT_EQ(none.median, 0);
  EXPECT_EQ(none.p95, 0);
  EXPECT_EQ(none.spread, 0);
}

TEST(Statistics, OfOneSample) {
  const std::vector<double> one{3.5};
  const Statistics out = statistics(one);
  EXPECT_EQ(out.count, 1);
  EXPECT_EQ(out.median, 3.5);
  EXPECT_EQ(out.p95, 3.5);
  EXPECT_EQ(out.mean, 3.5);
  EXPECT_EQ(out.spread, 0);
}

TEST(Statistics, MedianOfOddAndEvenCounts) {
  EXPECT_EQ(statistics(std::vector<double>{9, 1, 2}).median, 2);
  const Statistics even = statistics(std::vector<double>{8, 1, 3, 2});
  EXPECT_EQ(even.median, 2.5);
  EXPECT_EQ(even.minimum, 1);
  EXPECT_EQ(even.maximum, 8);
  EXPECT_EQ(even.mean, 3.5);
  EXPECT_DOUBLE_EQ(even.spread, 7 / 2.5);
}

/// Of 1, 2, 3, 6 with mean 3: (4 + 1 + 0 + 9)/4.
TEST(Statistics, MeanSquareErrorIsAboutTheMean) {
  EXPECT_DOUBLE_EQ(statistics(std::vector<double>{6, 1, 3, 2}).mean_square_error, 3.5);
  EXPECT_EQ(statistics(std::vector<double>{2.5, 2.5}).mean_square_error, 0);
  EXPECT_EQ(statistics(std::vector<double>{7}).mean_square_error, 0);
  EXPECT_EQ(statistics({}).mean_square_error, 0);
}

TEST(Statistics, Percentile95IsTheNearestRank) {
  std::vector<double> samples(100);
  std::iota(samples.rbegin(), samples.rend(), 1.0);
  EXPECT_EQ(statistics(samples).p95, 95);
  samples.resize(20);
  std::iota(samples.begin(), samples.end(), 1.0);
  EXPECT_EQ(statistics(samples).p95, 19);
  samples.resize(10);
  EXPECT_EQ(statistics(samples).p95, 10);
}

/// What a coin gives: P(low ≤ number below the median < high).
double chance_between(int n, MedianRanks ranks) {
  std::vector<double> of{1};  // C(i, k) / 2^i, row by row of Pascal's triangle
  for (int i = 0; i < n; ++i) {
    of.push_back(0);
    for (std::size_t k = of.size() - 1; k > 0; --k) of[k] = 0.5 * (of[k] + of[k - 1]);
    of[0] *= 0.5;
  }
  return std::accumulate(of.begin() + ranks.low, of.begin() + ranks.high, 0.0);
}

TEST(MedianRanks, AreTheNarrowestThatSuffice) {
  for (int n = 1; n <= 300; ++n) {
    for (const double confidence : {0.5, 0.9, 0.95, 0.99}) {
      const auto ranks = median_ranks(n, confidence);
      if (!ranks) {
        EXPECT_LT(n < 2 ? 0 : chance_between(n, {1, n}), confidence) << n;
        continue;
      }
      EXPECT_EQ(ranks->low + ranks->high, n + 1);
      EXPECT_GE(chance_between(n, *ranks), confidence - 1e-9) << n;
      if (ranks->low + 1 <= n / 2) {
        EXPECT_LT(chance_between(n, {ranks->low + 1, ranks->high - 1}), confidence + 1e-9) << n;
      }
    }
  }
  EXPECT_EQ(median_ranks(5), std::nullopt);
  EXPECT_EQ(median_ranks(6), (MedianRanks{1, 6}));
  EXPECT_EQ(median_ranks(10), (MedianRanks{2, 9}));  // as printed tables of the sign test have it
  EXPECT_EQ(median_ranks(20), (MedianRanks{6, 15}));
  ASSERT_TRUE(median_ranks(1'000'000));
  EXPECT_NEAR(median_ranks(1'000'000)->low, 500'000 - 0.98 * 1000, 2);  // normal: n/2 − 1.96 √n / 2
}

/// The interval of 20 samples of a skewed distribution holds its median in at least 95 of 100 cases, and in not many
/// more: P = 0.9586 by the ranks 6 and 15.
TEST(MedianInterval, CoversTheMedian) {
  std::mt19937_64 random(16);
  std::lognormal_distribution<double> skewed(0, 1.5);  // median 1
  constexpr int cases = 20000;
  int covered = 0;
  for (int i = 0; i < cases; ++i) {
    std::vector<double> samples(20);
    for (double& each : samples) each = skewed(random);
    const auto interval = median_interval(samples);
    covered += interval->low <= 1 && 1 <= interval->high ? 1 : 0;
  }
  EXPECT_NEAR(covered / static_cast<double>(cases), 0.9586, 4 * std::sqrt(0.9586 * 0.0414 / cases));
}

TEST(SteadyClock, DoesNotRunBackward) {
  const auto before = steady_ns();
  EXPECT_LE(before, steady_ns());
}

}  // namespace
}  // namespace heteroscope
