#include "core/balance/bisection.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace heteroscope {
namespace {

/// Sides that take so long for the whole frame by themselves, rows of one cost; bringing rows together is free.
Bisection searched(double gpu_alone, double cpu_alone, int rows) {
  Bisection out(rows);
  while (!out.done()) {
    const double share = out.share();
    const double gpu = share * gpu_alone;
    const double cpu = (1 - share) * cpu_alone;
    out.learn({share, gpu, cpu, std::max(gpu, cpu)});
  }
  return out;
}

TEST(Bisection, FindsWhereBothTakeTheSameTime) {
  for (const double ratio : {1.0, 3.0, 17.0, 0.2}) {
    const Bisection found = searched(1, ratio, 4096);
    EXPECT_NEAR(found.share(), ratio / (1 + ratio), 1.0 / 4096) << ratio;
  }
}

TEST(Bisection, HalvesTheRangeFromItsMiddle) {
  Bisection search(1 << 20);
  EXPECT_EQ(search.share(), 0.5);
  search.learn({0.5, 1, 2, 2});
  EXPECT_EQ(search.share(), 0.75) << "the CPU took longer: more for the GPU";
  search.learn({0.75, 3, 1, 3});
  EXPECT_EQ(search.share(), 0.625);
  EXPECT_EQ(search.steps().size(), 2U);
}

TEST(Bisection, EndsWhereLessThanARowIsLeftAndKeepsTheFastest) {
  Bisection search(4);
  for (const double frame : {5.0, 4.0, 6.0}) {
    ASSERT_FALSE(search.done());
    search.learn({search.share(), 1, 2, frame});
  }
  EXPECT_TRUE(search.done());
  EXPECT_EQ(search.share(), 0.75);
  search.learn({0.1, 1, 1, 1});
  EXPECT_EQ(search.steps().size(), 3U);
}

}  // namespace
}  // namespace heteroscope
