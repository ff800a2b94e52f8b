#include "core/numbers/difference.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace heteroscope {
namespace {

TEST(Difference, WithinTheNoiseIsNotMeasurable) {
  // 15 runs each, of which the median's interval is from the fourth to the twelfth
  std::vector<double> plain;
  std::vector<double> noisy;
  for (int i = 0; i < 15; ++i) {
    plain.push_back(10 + 0.1 * i);
    noisy.push_back(8 + 0.4 * i);
  }
  EXPECT_EQ(longer_by(median_time(noisy), median_time(plain)), std::nullopt);
  EXPECT_EQ(longer_by(median_time(plain), median_time(plain)), std::nullopt);
  EXPECT_EQ(difference_text(longer_by(median_time(noisy), median_time(plain))), "not measurable here");
  std::vector<double> longer = plain;
  for (double& each : longer) each += 2.14;
  const auto share = longer_by(median_time(longer), median_time(plain));
  ASSERT_TRUE(share);
  EXPECT_NEAR(*share, 0.2, 1e-12);
  EXPECT_EQ(difference_text(share), "+20.0 %");
  EXPECT_EQ(difference_text(longer_by(median_time(plain), median_time(longer))), "-16.7 %");
  EXPECT_EQ(longer_by(median_time(longer), median_time(plain), 3), std::nullopt) << "noise that is known otherwise";
}

TEST(Difference, OfTooFewRunsIsNotMeasurable) {
  const std::vector<double> few{1, 1, 1, 1, 1};
  const std::vector<double> others{2, 2, 2, 2, 2};
  EXPECT_EQ(longer_by(median_time(others), median_time(few)), std::nullopt);
  EXPECT_FALSE(tied(median_time(others), median_time(few))) << "that they are alike is not known either";
  EXPECT_EQ(longer_by({}, {}), std::nullopt);
}

}  // namespace
}  // namespace heteroscope
