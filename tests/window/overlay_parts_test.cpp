// Where overlays stand on a picture that is turned.
#include <gtest/gtest.h>

#include "app/window/feature/overlay_parts.hpp"

namespace heteroscope {
namespace {

TEST(OverlayParts, CornersOfAnUprightPictureAreItsOwn) {
  const Rect picture{{10, 20}, {110, 70}};
  const Rect part{{30, 30}, {50, 40}};
  const Corners at = corners_in({picture}, part);
  EXPECT_FLOAT_EQ(at[0].x, 30);
  EXPECT_FLOAT_EQ(at[0].y, 30);
  EXPECT_FLOAT_EQ(at[2].x, 50);
  EXPECT_FLOAT_EQ(at[2].y, 40);
}

TEST(OverlayParts, PartsTurnWithTheirPictureAboutItsMiddle) {
  const Rect picture{{10, 20}, {110, 70}};  // about (60, 45)
  const Corners at = corners_in({picture, 90}, picture);
  // counterclockwise on the screen: what was at the upper left is at the lower left
  EXPECT_NEAR(at[0].x, 35, 1e-4);
  EXPECT_NEAR(at[0].y, 95, 1e-4);
  EXPECT_NEAR(at[1].x, 35, 1e-4);
  EXPECT_NEAR(at[1].y, -5, 1e-4);
  EXPECT_NEAR(at[2].x, 85, 1e-4);
  EXPECT_NEAR(at[2].y, -5, 1e-4);
}

TEST(OverlayParts, WhatIsSmallerThanAMarkGrowsAboutItsMiddle) {
  const Rect grown = grown_to({{10, 10}, {11, 40}}, 4);
  EXPECT_FLOAT_EQ(grown.from.x, 8.5F);
  EXPECT_FLOAT_EQ(grown.to.x, 12.5F);
  EXPECT_FLOAT_EQ(grown.from.y, 10);
  EXPECT_FLOAT_EQ(grown.to.y, 40);
}

}  // namespace
}  // namespace heteroscope
