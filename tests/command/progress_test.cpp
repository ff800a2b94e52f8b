#include "app/commands/progress.hpp"

#include <gtest/gtest.h>

namespace heteroscope {
namespace {

TEST(Progress, TellsHowLongItWillTake) {
  EXPECT_EQ(progress_text("bench", 0, 40, 3, 0, "ceilings"), "bench 1 of 40: ceilings");
  EXPECT_EQ(progress_text("bench", 10, 40, 20, 0, "simd"), "bench 11 of 40, 60 s left: simd");
  EXPECT_EQ(progress_text("bench", 10, 40, 60, 0, "simd"), "bench 11 of 40, 3 min left: simd");
  EXPECT_EQ(progress_text("bench", 10, 40, 20, 1.5, "simd"), "bench 11 of 40, 58 s left: simd") << "it runs down";
  EXPECT_EQ(progress_text("bench", 10, 40, 20, 7, "simd"), "bench 11 of 40, 58 s left: simd")
      << "but not below the rest";
  EXPECT_EQ(progress_text("bench", 40, 40, 60, 0, "simd"), "bench 40 of 40: simd");
}

}  // namespace
}  // namespace heteroscope
