#include "core/split.hpp"

#include <gtest/gtest.h>

namespace heteroscope {
namespace {

TEST(Split, TheTwoSidesCoverEveryRowOnce) {
  for (int height : {1, 2, 3, 37, 117, 720, 65536}) {
    for (int percent = 0; percent <= 100; ++percent) {
      const Shares shares = split(Processor::split, percent / 100.0, height, nullptr);
      EXPECT_EQ(shares.gpu.begin, 0);
      EXPECT_EQ(shares.gpu.end, shares.cpu.begin);
      EXPECT_EQ(shares.cpu.end, height);
      EXPECT_NEAR(shares.gpu.count(), height * percent / 100.0, 0.5);
    }
  }
}

TEST(Split, TheShareIsNoIntegerAsItWasInTheSeed) {
  // seed 000 kept 0.852 in an int: its GPU computed nothing
  EXPECT_EQ(split(Processor::split, 0.852, 1000, nullptr).gpu.count(), 852);
}

TEST(Split, OneProcessorTakesAll) {
  EXPECT_EQ(split(Processor::cpu, 0.7, 50, nullptr).cpu, (Rows{0, 50}));
  EXPECT_TRUE(split(Processor::cpu, 0.7, 50, nullptr).gpu.empty());
  EXPECT_EQ(split(Processor::gpu, 0.2, 50, nullptr).gpu, (Rows{0, 50}));
  EXPECT_TRUE(split(Processor::gpu, 0.2, 50, nullptr).cpu.empty());
}

}  // namespace
}  // namespace heteroscope
