#include "core/process/floating_point.hpp"

#include <gtest/gtest.h>

#include <cfenv>

namespace heteroscope {
namespace {

TEST(FloatingPoint, IsRestoredInAllThreads) {
  EXPECT_TRUE(restore_floating_point(3));
  std::fesetround(FE_UPWARD);
  EXPECT_FALSE(restore_floating_point(3));
  EXPECT_EQ(std::fegetround(), FE_TONEAREST);
  EXPECT_TRUE(restore_floating_point(3));
#pragma omp parallel num_threads(3)
  std::fesetround(FE_TOWARDZERO);
  std::fesetround(FE_TONEAREST);
  EXPECT_FALSE(restore_floating_point(3)) << "threads that this one does not see";
  EXPECT_TRUE(restore_floating_point(3));
}

}  // namespace
}  // namespace heteroscope
