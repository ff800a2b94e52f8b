#include "app/bench/own_check.hpp"

#include <gtest/gtest.h>

#include <cmath>

/// Whether a person's file still computes what it computed at first.
namespace heteroscope {
namespace {

TEST(ResultsOfAFile, AreAlikeToTheBitWhereNothingIsAddedInAnotherOrder) {
  const Summary one{.minimum = 0, .maximum = 1, .sum = 2, .magnitudes = 2, .zeros = 3, .count = 8};
  EXPECT_TRUE(are_alike({}, one, one));
  Summary other = one;
  other.maximum = std::nextafter(1.0, 2.0);
  EXPECT_FALSE(are_alike({}, one, other));
  other = one;
  other.nans = 1;
  EXPECT_FALSE(are_alike({}, one, other)) << "a value that was made NaN before and not computed";
  other = one;
  other.sum = std::nextafter(2.0, 3.0);
  EXPECT_TRUE(are_alike({}, one, other)) << "the summary's own order";
}

TEST(ResultsOfAFile, AreAlikeWhereBothOverflow) {
  const Summary infinite{
      .minimum = -INFINITY, .maximum = INFINITY, .sum = NAN, .magnitudes = INFINITY, .zeros = 1, .nans = 2, .count = 9};
  EXPECT_TRUE(are_alike({}, infinite, infinite));
}

}  // namespace
}  // namespace heteroscope
