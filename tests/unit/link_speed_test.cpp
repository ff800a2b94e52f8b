#include "core/link/link_speed.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "core/link/reconnection.hpp"

/// What is learned of a link from frames, and what follows: how much may be on the way, and when a lost one is tried
/// again. No link and no clock is involved.
namespace heteroscope {
namespace {

constexpr std::uint64_t megabyte = 1'000'000;

TEST(SpeedOfLinks, IsWhatValuesThatCrossAsTheyAreTake) {
  LinkSpeed speed{.delay_ms = 10, .bytes_per_s = 1e9};
  speed.learn(megabyte, 100, 0);
  EXPECT_DOUBLE_EQ(speed.bytes_per_s, 1e7);
  speed.learn(megabyte, 50, 0);
  EXPECT_DOUBLE_EQ(speed.bytes_per_s, 2e7);
  EXPECT_DOUBLE_EQ(speed.delay_ms, 10);
}

/// Packing may have gone on beside the crossing, or ahead of it: the rate is between two, and stays where it is there.
TEST(SpeedOfLinks, StaysWherePackingMayHaveKeptItFromBeingSeen) {
  LinkSpeed speed{.delay_ms = 10, .bytes_per_s = 1.5e7};
  speed.learn(megabyte, 100, 50);
  EXPECT_DOUBLE_EQ(speed.bytes_per_s, 1.5e7);
  speed.bytes_per_s = 1e9;
  speed.learn(megabyte, 100, 50);
  EXPECT_DOUBLE_EQ(speed.bytes_per_s, 2e7);
  speed.bytes_per_s = 1;
  speed.learn(megabyte, 100, 50);
  EXPECT_DOUBLE_EQ(speed.bytes_per_s, 1e7);
  speed.bytes_per_s = 1e9;
  speed.learn(megabyte, 100, 100);
  EXPECT_DOUBLE_EQ(speed.bytes_per_s, 1e9);
}

TEST(SpeedOfLinks, IsNotLearnedFromFewBytes) {
  LinkSpeed speed{.delay_ms = 10, .bytes_per_s = 1e7};
  speed.learn(1000, 1000, 0);
  speed.learn(megabyte, 0, 0);
  EXPECT_DOUBLE_EQ(speed.bytes_per_s, 1e7);
}

/// A link that is quicker than packing has values as they are; where they hardly get shorter, a slower one does, too.
TEST(SpeedOfPacking, DecidesByWhatALinkTakes) {
  PackingSpeed packing;
  EXPECT_TRUE(packing.pays({.delay_ms = 1, .bytes_per_s = 4e8}));
  EXPECT_FALSE(packing.pays({.delay_ms = 1, .bytes_per_s = 6e8}));
  for (int i = 0; i < 100; ++i) packing.learn(megabyte, megabyte / 2, 1);
  EXPECT_NEAR(packing.bytes_per_s, 1e9, 1e6);
  EXPECT_NEAR(packing.share, 0.5, 1e-3);
  EXPECT_TRUE(packing.pays({.delay_ms = 1, .bytes_per_s = 4.9e8}));
  EXPECT_FALSE(packing.pays({.delay_ms = 1, .bytes_per_s = 5.1e8}));
}

TEST(SpeedOfPacking, IsNotChangedMuchByOneFrameAndForgottenByAndBy) {
  PackingSpeed packing;
  packing.learn(megabyte, megabyte, 1000);
  EXPECT_TRUE(packing.pays({.delay_ms = 1, .bytes_per_s = 1.25e8}));
  packing.learn(1000, 1000, 1000);
  for (int i = 0; i < 100; ++i) packing.learn(megabyte, megabyte, 1000);
  EXPECT_FALSE(packing.pays({.delay_ms = 1, .bytes_per_s = 1.25e8}));
  for (int i = 0; i < 200; ++i) packing.forget();
  EXPECT_TRUE(packing.pays({.delay_ms = 1, .bytes_per_s = 1.25e8}));
}

/// What is asked for next waits 20 ms at most behind what is on the way, once the way itself is filled.
TEST(RoomOnTheWay, KeepsALinkBusyAndLittleMore) {
  EXPECT_EQ((LinkSpeed{.delay_ms = 100, .bytes_per_s = 1e8}.window_bytes()), 12'000'000U);
  EXPECT_EQ((LinkSpeed{.delay_ms = 100, .bytes_per_s = 1e3}.window_bytes()), std::uint64_t{1} << 18);
  EXPECT_EQ((LinkSpeed{.delay_ms = 1e6, .bytes_per_s = 1e12}.window_bytes()), std::uint64_t{1} << 26);
}

TEST(LostLinks, AreTriedAgainAfterPausesThatGrowToAMinute) {
  std::vector<std::int64_t> pauses;
  for (int failures = 1; failures <= 9; ++failures) pauses.push_back(pause_after(failures).count());
  EXPECT_EQ(pauses, (std::vector<std::int64_t>{1, 2, 4, 8, 16, 32, 60, 60, 60}));
}

}  // namespace
}  // namespace heteroscope
