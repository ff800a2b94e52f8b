#include "core/process/floating_point.hpp"

#include <gtest/gtest.h>

#include <cfenv>
#include <cstdint>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

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

#if defined(__x86_64__)
TEST(FloatingPoint, HasThePrecisionOfLongDoubles) {
  constexpr std::uint16_t usual = 0x37f;
  constexpr std::uint16_t in_53_bits = 0x27f;
  __asm__ volatile("fldcw %0" : : "m"(in_53_bits));
  EXPECT_FALSE(restore_floating_point(1));
  std::uint16_t now = 0;
  __asm__ volatile("fnstcw %0" : "=m"(now));
  EXPECT_EQ(now, usual);
  EXPECT_TRUE(restore_floating_point(1));
}

TEST(FloatingPoint, StopsAtNoException) {
  constexpr unsigned mask_of_overflow = 0x400;
  _mm_setcsr(_mm_getcsr() & ~mask_of_overflow);
  EXPECT_FALSE(restore_floating_point(1));
  EXPECT_EQ(_mm_getcsr() & mask_of_overflow, mask_of_overflow);
  EXPECT_TRUE(restore_floating_point(1));
}
#endif

}  // namespace
}  // namespace heteroscope
