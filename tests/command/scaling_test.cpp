#include "app/analysis/scaling.hpp"

#include <gtest/gtest.h>

namespace heteroscope {
namespace {

/// The paper's example of a fixed serial part: it stays what it is, whatever the threads.
TEST(KarpFlatt, IsAmdahlsFractionWhereThatIsAllThereIs) {
  for (const double serial : {0.0, 0.05, 0.5, 1.0}) {
    for (const int threads : {2, 7, 64}) {
      const double speedup = 1 / (serial + (1 - serial) / threads);
      EXPECT_NEAR(karp_flatt(speedup, threads), serial, 1e-12);
    }
  }
  EXPECT_LT(karp_flatt(2.1, 2), 0) << "more than twice as fast on two";
}

TEST(AmdahlFraction, FitsAllCounts) {
  std::vector<ScalingPoint> points;
  for (const int threads : {1, 2, 4, 8}) points.push_back({threads, 0.1 + 0.9 / threads});
  EXPECT_NEAR(amdahl_fraction(points).value_or(-1), 0.1, 1e-12);
  points[1].relative_time += 0.01;
  points[3].relative_time -= 0.01;
  // the slope of least squares through (1, 1): Σ (y − x)(1 − x) / Σ (1 − x)²
  EXPECT_NEAR(amdahl_fraction(points).value_or(-1), 0.1 + (0.01 * 0.5 - 0.01 * 0.875) / (0.25 + 0.5625 + 0.765625),
              1e-12);
  EXPECT_EQ(amdahl_fraction(std::vector<ScalingPoint>{{1, 1}}), std::nullopt);
  EXPECT_EQ(amdahl_fraction({}), std::nullopt);
}

}  // namespace
}  // namespace heteroscope
