#include "core/summary/summary.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>
#include <vector>

#include "tests/unit/made_fields.hpp"

namespace heteroscope {
namespace {

using testing::infinity;
using testing::nan;
using testing::view_of;

TEST(Summary, CountsWhatAFieldHolds) {
  std::vector<float> values{0, 3, -2, 0, 7.5f, 1, 0, 0, 4, 2, 1};
  const Summary out = summarize(view_of(values, 11), 1);
  EXPECT_EQ(out.minimum, -2);
  EXPECT_EQ(out.maximum, 7.5);
  EXPECT_EQ(out.sum, 16.5);
  EXPECT_EQ(out.magnitudes, 20.5);
  EXPECT_EQ(out.zeros, 4);
  EXPECT_EQ(out.nans, 0);
  EXPECT_EQ(out.count, 11);
}

TEST(Summary, CountsWhatWholeNumbersAre) {
  std::vector<std::int32_t> values{
      0, -7, std::numeric_limits<std::int32_t>::min(), 1, std::numeric_limits<std::int32_t>::max(), 0};
  const Summary out = summarize(view_of(values, 3), 2);
  EXPECT_EQ(out.minimum, -2147483648.0);
  EXPECT_EQ(out.maximum, 2147483647.0);
  EXPECT_EQ(out.sum, -7);
  EXPECT_EQ(out.zeros, 2);
  EXPECT_EQ(out.subnormals, 0);
  EXPECT_EQ(out.count, 6);
}

TEST(Summary, LeavesNansOut) {
  std::vector<double> values{nan, 2, nan, 5, -0.0, nan};
  const Summary out = summarize(view_of(values, 3), 2);
  EXPECT_EQ(out.minimum, 0);
  EXPECT_EQ(out.maximum, 5);
  EXPECT_EQ(out.sum, 7);
  EXPECT_EQ(out.magnitudes, 7);
  EXPECT_EQ(out.zeros, 1);
  EXPECT_EQ(out.nans, 3);
}

template <class T>
void expect_subnormals() {
  constexpr T least = std::numeric_limits<T>::min();
  constexpr T tiny = std::numeric_limits<T>::denorm_min();
  std::vector<T> values{0,      T(-0.0), tiny, -tiny, least / 2, -least / 2,        least,      -least, T(1),
                        T(nan), least,   1,    2,     3,         least - least / 2, T(infinity)};
  const Summary out = summarize(view_of(values, 4), 2);
  EXPECT_EQ(out.subnormals, 5);
  EXPECT_EQ(out.zeros, 2);
  EXPECT_EQ(out.nans, 1);
}

TEST(Summary, CountsSubnormalNumbersOfItsPrecision) {
  expect_subnormals<float>();
  expect_subnormals<double>();
  // an ordinary number in fp64
  std::vector<double> values{1e-40, 1e-300, 1e-310};
  EXPECT_EQ(summarize(view_of(values, 3), 1).subnormals, 1);
}

TEST(Summary, OfNothingIsZero) {
  const Summary empty = summarize({}, 2);
  EXPECT_EQ(empty.count, 0);
  EXPECT_EQ(empty.maximum, 0);
  std::vector<double> values(20, nan);
  const Summary out = summarize(view_of(values, 10), 2);
  EXPECT_EQ(out.minimum, 0);
  EXPECT_EQ(out.maximum, 0);
  EXPECT_EQ(out.sum, 0);
  EXPECT_EQ(out.nans, 20);
}

TEST(Summary, KeepsInfinities) {
  std::vector<double> values{infinity, 1};
  EXPECT_EQ(summarize(view_of(values, 2), 1).maximum, infinity);
  EXPECT_EQ(summarize(view_of(values, 2), 1).minimum, 1);
  std::vector<double> all(9, -infinity);
  EXPECT_EQ(summarize(view_of(all, 9), 1).maximum, -infinity);
}

TEST(Summary, DoesNotDependOnTheNumberOfThreads) {
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> value(-1e6, 1e6);
  std::vector<double> values(97 * 61);
  double minimum = infinity;
  double sum = 0;
  for (double& each : values) {
    each = value(random);
    minimum = std::min(minimum, each);
    sum += each;
  }
  const Summary one = summarize(view_of(values, 97), 1);
  EXPECT_EQ(one.minimum, minimum);
  EXPECT_NEAR(one.sum, sum, 1e-3);
  for (int threads : {2, 3, 8, 0}) {
    const Summary many = summarize(view_of(values, 97), threads);
    EXPECT_EQ(many.sum, one.sum) << threads;
    EXPECT_EQ(many.magnitudes, one.magnitudes) << threads;
    EXPECT_EQ(many.maximum, one.maximum) << threads;
  }
}

TEST(Summary, SumsIntegersExactly) {
  std::vector<float> values(1021 * 63, 16777215.0f);
  EXPECT_EQ(summarize(view_of(values, 1021), 2).sum, 16777215.0 * 1021 * 63);
}

TEST(Summary, OfPartsTogether) {
  std::vector<double> values{nan, nan, -3, 5, 0, nan, 1e-310, 7, -8, 0, nan, nan};
  const Summary whole = summarize(view_of(values, 4), 1);
  Summary all;
  for (std::size_t i = 0; i < values.size(); i += 2) {
    std::vector<double> part(values.begin() + static_cast<std::ptrdiff_t>(i),
                             values.begin() + static_cast<std::ptrdiff_t>(i) + 2);
    all = joined(all, summarize(view_of(part, 2), 1));
  }
  EXPECT_EQ(all.minimum, whole.minimum);
  EXPECT_EQ(all.maximum, whole.maximum);
  EXPECT_EQ(all.sum, whole.sum);
  EXPECT_EQ(all.magnitudes, whole.magnitudes);
  EXPECT_EQ(all.zeros, whole.zeros);
  EXPECT_EQ(all.nans, whole.nans);
  EXPECT_EQ(all.subnormals, whole.subnormals);
  EXPECT_EQ(all.count, whole.count);
}

TEST(SummaryMean, LiesBetweenTheSmallestAndTheLargestValue) {
  std::vector<double> constant(641 * 479, 127.7);
  const Summary flat = summarize({constant.data(), {641, 479}, Precision::fp64}, 1);
  EXPECT_EQ(mean_of(flat), 127.7);
  std::vector<double> large(8, 1.7e308);
  EXPECT_EQ(mean_of(summarize({large.data(), {8, 1}, Precision::fp64}, 1)), std::nullopt) << "their sum is no double";
  large[3] = std::numeric_limits<double>::infinity();
  EXPECT_EQ(mean_of(summarize({large.data(), {8, 1}, Precision::fp64}, 1)), std::numeric_limits<double>::infinity());
  EXPECT_EQ(mean_of(Summary{.nans = 3, .count = 3}), std::nullopt);
  EXPECT_EQ(mean_of(Summary{.minimum = 1, .maximum = 2, .sum = 3, .nans = 1, .count = 3}), 1.5);
}

}  // namespace
}  // namespace heteroscope
