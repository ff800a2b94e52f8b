#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/worker/sanitizer_log.hpp"

namespace heteroscope {
namespace {

TEST(SanitizerLog, HasThePlaceOfAnError) {
  const std::string log =
      "========= COMPUTE-SANITIZER\n"
      "========= Invalid __global__ write of size 4 bytes\n"
      "=========     at void advance<float>(Step<T1>)+0x160 in my_heat.cu:12\n"
      "=========     by thread (3,0,0) in block (7,1,0)\n"
      "=========     Access at 0x7f6510c00001 is out of bounds\n"
      "=========\n"
      "========= ERROR SUMMARY: 9 errors\n";
  EXPECT_EQ(memory_error_in(log, "my_heat.cu").value_or(""),
            "my_heat.cu:12: invalid __global__ write of 4 bytes by thread (3,0,0) of block (7,1,0)");
}

TEST(SanitizerLog, CallsAnAssertionOne) {
  const std::string log =
      "========= Warp assert\n"
      "=========     at advance(Step<float>)+0x2f0 in my_heat.cu:9\n"
      "=========     by thread (0,0,0) in block (1,4,0)\n";
  EXPECT_EQ(memory_error_in(log, "my_heat.cu").value_or(""),
            "my_heat.cu:9: assertion failed by thread (0,0,0) of block (1,4,0)");
}

/// Versions before 12 have the place ahead of the kernel.
TEST(SanitizerLog, HasThePlaceInOlderForms) {
  const std::string log =
      "========= Invalid __shared__ read of size 8 bytes\n"
      "=========     at 0x578 in /home/anna/my_heat.cu:120:advance(Step)\n"
      "=========     by thread (0,2,0) in block (0,0,0)\n";
  EXPECT_EQ(memory_error_in(log, "my_heat.cu").value_or(""),
            "my_heat.cu:120: invalid __shared__ read of 8 bytes by thread (0,2,0) of block (0,0,0)");
}

/// What a header's function does wrong is told of the person's line that calls it.
TEST(SanitizerLog, PrefersThePersonsFile) {
  const std::string log =
      "========= Invalid __global__ read of size 4 bytes\n"
      "=========     at Step<float>::in(int, int) const+0x30 in own.hpp:40\n"
      "=========     by thread (1,0,0) in block (0,0,0)\n"
      "=========     Address 0x4 is out of bounds\n"
      "=========     Device Frame: advance(Step<float>)+0x60 in my_heat.cu:9\n"
      "=========     Device Frame: other(Step<float>)+0x60 in my_heat.cu:30\n";
  EXPECT_EQ(memory_error_in(log, "my_heat.cu").value_or(""),
            "my_heat.cu:9: invalid __global__ read of 4 bytes by thread (1,0,0) of block (0,0,0)");
  EXPECT_EQ(memory_error_in(log, "another.cu").value_or("").substr(0, 11), "own.hpp:40:");
}

TEST(SanitizerLog, TakesNothingElseForAnError) {
  for (const char* const log :
       {"", "my words\n========= ERROR SUMMARY: 0 errors\n",
        "========= Program hit cudaErrorLaunchFailure (error 719) on CUDA API call to cudaFree.\n",
        "========= Invalid __global__ read of size 4 bytes\n=========     at advance+0x1 in a.cu:1\n",
        "========= Invalid __global__ read of size 4 bytes\n=========     at a+0x1 in a.cu:1\n"
        "=========     by thread (x;rm) in block (0,0,0)\n"}) {
    EXPECT_FALSE(memory_error_in(log, "a.cu")) << log;
    EXPECT_TRUE(races_in(log, "a.cu").empty()) << log;
  }
  EXPECT_EQ(memory_error_in("========= Misaligned Shared or Local Address\n=========     at advance(int *)+0x10\n"
                            "=========     by thread (0,0,0) in block (0,0,0)\n",
                            "a.cu"),
            "a.cu: misaligned Shared or Local Address by thread (0,0,0) of block (0,0,0)");
}

TEST(SanitizerLog, HasRacesWithTheirLines) {
  const std::string log =
      "========= COMPUTE-SANITIZER\n"
      "========= Error: Race reported between Write access at turn(Image)+0x90 in my.cu:13\n"
      "=========     and Read access at turn(Image)+0xa0 in my.cu:14 [2048 hazards]\n"
      "=========\n"
      "========= Warning: Race reported between Read access at turn(Image)+0x10\n"
      "=========     and Write access at turn(Image)+0x20 [1 hazards]\n"
      "========= RACECHECK SUMMARY: 2 hazards displayed (1 error, 1 warning)\n";
  EXPECT_EQ(races_in(log, "my.cu"),
            (std::vector<std::string>{"my.cu:13: this write and the read in line 14 race (2048 hazards)",
                                      "my.cu: this read and the write race (1 hazards)"}));
  EXPECT_TRUE(has_race_summary(log));
  EXPECT_FALSE(has_race_summary("========= COMPUTE-SANITIZER\n"));
}

}  // namespace
}  // namespace heteroscope
