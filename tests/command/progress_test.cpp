#include "app/commands/progress.hpp"

#include <gtest/gtest.h>

namespace heteroscope {
namespace {

TEST(Progress, TellsHowLongItWillTake) {
  EXPECT_EQ(progress_text("bench", 0, 40, 3, "ceilings"), "bench 1 of 40: ceilings");
  EXPECT_EQ(progress_text("bench", 10, 40, 20, "simd"), "bench 11 of 40, 60 s left: simd");
  EXPECT_EQ(progress_text("bench", 10, 40, 60, "simd"), "bench 11 of 40, 3 min left: simd");
  EXPECT_EQ(progress_text("bench", 40, 40, 60, "simd"), "bench 40 of 40: simd");
}

}  // namespace
}  // namespace heteroscope
