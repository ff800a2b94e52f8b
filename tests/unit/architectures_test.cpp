#include "core/device/limits/architectures.hpp"

#include <gtest/gtest.h>

namespace heteroscope {
namespace {

bool runs(const char* architectures, int major, int minor) {
  return refusal_of_capability(architectures, major, minor).empty();
}

TEST(Architectures, PtxRunsOnWhatIsNewer) {
  for (const char* each : {"75", "75-virtual", "60-real,75-virtual"}) {
    EXPECT_TRUE(runs(each, 7, 5)) << each;
    EXPECT_TRUE(runs(each, 9, 0)) << each;
    EXPECT_TRUE(runs(each, 12, 1)) << each;
    EXPECT_FALSE(runs(each, 7, 0)) << each;
  }
}

TEST(Architectures, MachineCodeRunsOnTheSameMajorNumber) {
  EXPECT_TRUE(runs("80-real", 8, 0));
  EXPECT_TRUE(runs("80-real", 8, 9));
  EXPECT_FALSE(runs("86-real", 8, 0));
  EXPECT_FALSE(runs("80-real", 9, 0));
  EXPECT_TRUE(runs("80-real,90-real", 9, 0));
  EXPECT_FALSE(runs("80-real,100-real", 9, 0));
}

TEST(Architectures, OfOneGpuOrOneFamilyAlone) {
  EXPECT_TRUE(runs("90a", 9, 0));
  EXPECT_FALSE(runs("90a", 10, 0));
  EXPECT_FALSE(runs("100a-virtual", 10, 3));
  EXPECT_TRUE(runs("100f-real", 10, 3));
  EXPECT_FALSE(runs("100f", 12, 0));
}

TEST(Architectures, CodeOfNewerOnes) {
  const auto has = [](const char* architectures, int major) {
    return refusal_of_code(architectures, 9, major, 0).empty();
  };
  EXPECT_TRUE(has("75-virtual,90-real", 9));
  EXPECT_FALSE(has("75-virtual,90-real", 12)) << "it runs what its driver makes of 7.5";
  EXPECT_TRUE(has("75-virtual,90-virtual", 12));
  EXPECT_FALSE(has("75,80-real", 9));
  EXPECT_TRUE(has("all", 9)) << "what is not known refuses nothing";
  EXPECT_EQ(refusal_of_code("75", 9, 9, 0), "this program was built without code for compute capability 9.0");
}

TEST(Architectures, WhatIsNotKnownRefusesNothing) {
  for (const char* each : {"", "OFF", "all", "all-major", "native", "75,newest", "90-unreal", "90b", "9"}) {
    EXPECT_TRUE(runs(each, 3, 0)) << each;
  }
}

TEST(Architectures, TheReasonNamesBoth) {
  EXPECT_EQ(refusal_of_capability("75", 6, 1),
            "too old: this card has compute capability 6.1, but this program needs 7.5");
  EXPECT_EQ(refusal_of_capability("90-real,75-real", 6, 1),
            "too old: this card has compute capability 6.1, but this program needs 7.5");
  EXPECT_EQ(refusal_of_capability("80-real,90-real", 10, 0),
            "this card has compute capability 10.0, but this program was compiled for 8.0, 9.0 "
            "(CMAKE_CUDA_ARCHITECTURES)");
}

}  // namespace
}  // namespace heteroscope
