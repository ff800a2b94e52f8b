#include "core/device/limits/occupancy.hpp"

#include <gtest/gtest.h>

namespace heteroscope::device {
namespace {

/// Of compute capability 9.0 (CUDA C++ Programming Guide, "Technical Specifications per Compute Capability").
constexpr MultiprocessorLimits hopper{.threads = 2048,
                                      .blocks = 32,
                                      .registers = 65536,
                                      .shared_bytes = 228 * 1024,
                                      .reserved_shared = 1024,
                                      .shared_unit = 128};

TEST(Occupancy, FullWithFewRegisters) {
  const Occupancy held = occupancy({.registers = 32}, 256, 0, hopper);
  EXPECT_EQ(held.blocks, 8);
  EXPECT_EQ(held.share, 1);
  EXPECT_EQ(held.limit, OccupancyLimit::threads);
}

TEST(Occupancy, RegistersAreGivenToWarpsOfEachPart) {
  // 40 registers of 32 lanes are 1280, five units of 256: 16384 / 1280 = 12 warps in each of four parts, six blocks
  const Occupancy held = occupancy({.registers = 40}, 256, 0, hopper);
  EXPECT_EQ(held.blocks, 6);
  EXPECT_EQ(held.share, 0.75);
  EXPECT_EQ(held.limit, OccupancyLimit::registers);
  // 41 take six units: 10 warps a part, 40 in all
  EXPECT_EQ(occupancy({.registers = 41}, 256, 0, hopper).blocks, 5);
  EXPECT_EQ(occupancy({.registers = 255}, 1024, 0, hopper).blocks, 0) << "8192 a warp, two a part: 8 of 32 warps fit";
}

TEST(Occupancy, SharedMemoryWithWhatEachBlockTakesBeside) {
  const Occupancy held = occupancy({.registers = 16, .static_shared = 16384}, 128, 16384, hopper);
  EXPECT_EQ(held.blocks, 6) << "228 KiB over 33 KiB";
  EXPECT_EQ(held.limit, OccupancyLimit::shared_memory);
  EXPECT_EQ(held.share, 6 * 128 / 2048.0);
}

TEST(Occupancy, SmallBlocksAreLimitedByTheirNumber) {
  const Occupancy held = occupancy({.registers = 16}, 32, 0, hopper);
  EXPECT_EQ(held.blocks, 32);
  EXPECT_EQ(held.share, 0.5);
  EXPECT_EQ(held.limit, OccupancyLimit::blocks);
}

TEST(Occupancy, APartOfAWarpTakesAWholeOne) {
  EXPECT_EQ(occupancy({.registers = 16}, 33, 0, hopper).share, 1);
  EXPECT_EQ(occupancy({.registers = 16}, 33, 0, hopper).blocks, 32);
}

TEST(Occupancy, NoneWhereABlockIsTooLarge) {
  const Occupancy held = occupancy({.registers = 16, .most_threads = 256}, 512, 0, hopper);
  EXPECT_EQ(held.blocks, 0);
  EXPECT_EQ(held.share, 0);
}

}  // namespace
}  // namespace heteroscope::device
