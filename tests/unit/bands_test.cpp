#include "core/participants/bands.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace heteroscope {
namespace {

/// All bands of parts that take that long each, one after the other.
std::vector<Rows> bands_by_guess(Rows parts, double guess_ms, double part_ms) {
  Bands cut(parts, guess_ms);
  std::vector<Rows> out;
  while (!cut.done()) {
    out.push_back(cut.take());
    cut.took(out.back().count(), out.back().count() * part_ms);
  }
  return out;
}

TEST(Bands, TakeEveryPartOnceInOrder) {
  for (const int count : {1, 2, 3, 9, 10, 11, 1000, 65536}) {
    for (const double guess : {1e-12, 0.001, 1.0, 7.0, 1e9}) {
      for (const double part : {0.0, 1e-6, 0.01, 3.0, 500.0}) {
        int next = 5;
        for (const Rows& band : bands_by_guess({5, 5 + count}, guess, part)) {
          EXPECT_EQ(band.begin, next);
          EXPECT_FALSE(band.empty());
          next = band.end;
        }
        EXPECT_EQ(next, 5 + count) << count << " parts, " << guess << ", " << part;
      }
    }
  }
  EXPECT_TRUE(Bands({3, 3}, 1).done());
}

// A guess of 4 ms makes the first band 2 parts. They take 0.1 ms each: 80 would be 8 ms, but a band has at most four
// times the parts of the one before.
TEST(Bands, GrowToEightMilliseconds) {
  const std::vector<Rows> found = bands_by_guess({0, 1000}, 4, 0.1);
  ASSERT_GE(found.size(), 5U);
  EXPECT_EQ(found[0], (Rows{0, 2}));
  EXPECT_EQ(found[1], (Rows{2, 10}));
  EXPECT_EQ(found[2], (Rows{10, 42}));
  for (std::size_t i = 3; i + 1 < found.size(); ++i) EXPECT_NEAR(found[i].count(), 80, 1) << i;
}

TEST(Bands, ShrinkAtOnceWhereTheGuessWasTooGood) {
  const std::vector<Rows> found = bands_by_guess({0, 100}, 0.25, 2);
  EXPECT_EQ(found[0].count(), 32);
  for (std::size_t i = 1; i < found.size(); ++i) EXPECT_LE(found[i].count(), 5) << i;
}

TEST(Bands, LeaveNoSliver) {
  EXPECT_EQ(bands_by_guess({0, 10}, 1, 1), (std::vector<Rows>{{0, 10}}));
  EXPECT_EQ(bands_by_guess({0, 11}, 1, 1), (std::vector<Rows>{{0, 8}, {8, 11}}));
  EXPECT_EQ(bands_by_guess({0, 18}, 1, 1), (std::vector<Rows>{{0, 8}, {8, 18}}));
}

TEST(Bands, SlowPartsAreUnderWayAlone) {
  Bands cut({0, 100}, 1);
  EXPECT_EQ(cut.most_under_way(), 2);
  cut.took(8, 8 * 20.0);
  EXPECT_EQ(cut.most_under_way(), 1);
  EXPECT_EQ(cut.take().count(), 1);
  cut.took(1, 1);
  EXPECT_EQ(cut.most_under_way(), 2);
}

TEST(Bands, KnowWhetherTheNextIsTheLast) {
  EXPECT_TRUE(Bands({0, 10}, 1).takes_all()) << "two parts more than 8 ms are no band of their own";
  EXPECT_FALSE(Bands({0, 11}, 1).takes_all());
  EXPECT_FALSE(Bands({0, 10}, 1, 9).takes_all());
  Bands cut({0, 11}, 1);
  EXPECT_EQ(cut.take().count(), 8);
  EXPECT_TRUE(cut.takes_all());
}

// A single piece cannot be cut: what a variant whose kernels launch kernels has.
TEST(Bands, OnePieceIsOneBand) {
  EXPECT_EQ(bands_by_guess({0, 1}, 1e9, 100), (std::vector<Rows>{{0, 1}}));
}

}  // namespace
}  // namespace heteroscope
