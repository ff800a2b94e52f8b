#include "core/base/statistics.hpp"

#include <gtest/gtest.h>

#include <numeric>
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

TEST(SteadyClock, DoesNotRunBackward) {
  const auto before = steady_ns();
  EXPECT_LE(before, steady_ns());
}

}  // namespace
}  // namespace heteroscope
