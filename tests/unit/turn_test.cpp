#include "core/numbers/turn.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

namespace heteroscope {
namespace {

TEST(Turn, IsExactAtQuarters) {
  for (const int whole : {-2, -1, 0, 1, 2}) {
    EXPECT_EQ(turn_by(360.0 * whole), (Turn{1, 0}));
    EXPECT_EQ(turn_by(360.0 * whole + 90), (Turn{0, 1}));
    EXPECT_EQ(turn_by(360.0 * whole + 180), (Turn{-1, 0}));
    EXPECT_EQ(turn_by(360.0 * whole + 270), (Turn{0, -1}));
  }
  EXPECT_EQ(turn_by(30).sine, 0.5);
  EXPECT_EQ(turn_by(45).sine, turn_by(45).cosine);
}

TEST(Turn, IsTheSameNumbersWhereAnglesLieSymmetrically) {
  for (const double degrees : {0.125, 12.5, 30.0, 44.0, 45.0, 61.75, 89.0}) {
    const auto [cosine, sine] = turn_by(degrees);
    EXPECT_EQ(turn_by(-degrees), (Turn{cosine, -sine})) << degrees;
    EXPECT_EQ(turn_by(180 - degrees), (Turn{-cosine, sine})) << degrees;
    EXPECT_EQ(turn_by(90 - degrees), (Turn{sine, cosine})) << degrees;
    EXPECT_EQ(turn_by(degrees + 90), (Turn{-sine, cosine})) << degrees;
  }
}

TEST(Turn, IsNearTheTrueOne) {
  for (int i = 0; i < 2162; ++i) {
    const double degrees = -400 + 0.37 * i;
    const Turn turn = turn_by(degrees);
    EXPECT_NEAR(turn.cosine, std::cos(degrees * std::numbers::pi / 180), 1e-14) << degrees;
    EXPECT_NEAR(turn.sine, std::sin(degrees * std::numbers::pi / 180), 1e-14) << degrees;
    EXPECT_NEAR(std::hypot(turn.cosine, turn.sine), 1, 2 * std::numeric_limits<double>::epsilon()) << degrees;
  }
}

TEST(Turn, AnglesOfAHalfTurnToBothSides) {
  EXPECT_EQ(half_turn(190), -170);
  EXPECT_EQ(half_turn(-190), 170);
  EXPECT_EQ(half_turn(180), 180);
  EXPECT_EQ(half_turn(-180), 180);
  EXPECT_EQ(half_turn(720.5), 0.5);
  EXPECT_FALSE(std::signbit(half_turn(-360)));
}

}  // namespace
}  // namespace heteroscope
