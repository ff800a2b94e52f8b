#include "app/commands/progress.hpp"

#include <gtest/gtest.h>

namespace heteroscope {
namespace {

TEST(Progress, TellsHowLongItWillTake) {
  EXPECT_EQ(progress_text("bench", 0, 40, std::nullopt, "ceilings"), "bench 1 of 40: ceilings");
  EXPECT_EQ(progress_text("bench", 10, 40, 60, "simd"), "bench 11 of 40, 60 s left: simd");
  EXPECT_EQ(progress_text("bench", 10, 40, 180, "simd"), "bench 11 of 40, 3 minutes left: simd");
  EXPECT_EQ(progress_text("bench", 10, 40, -1e-9, "simd"), "bench 11 of 40, 0 s left: simd");
  EXPECT_EQ(progress_text("bench", 40, 40, std::nullopt, "simd"), "bench 40 of 40: simd");
}

TEST(Progress, OfPartsThatAreAlike) {
  EXPECT_EQ(left_of_alike(0, 40, 3, 0), std::nullopt);
  EXPECT_EQ(left_of_alike(10, 40, 20, 0), 60);
  EXPECT_EQ(left_of_alike(10, 40, 20, 1.5), 58.5) << "it runs down";
  EXPECT_EQ(left_of_alike(10, 40, 20, 7), 58) << "but not below the rest";
  EXPECT_EQ(left_of_alike(40, 40, 60, 0), std::nullopt);
}

}  // namespace
}  // namespace heteroscope
