#include "app/window/model/views/pane_map.hpp"

#include <gtest/gtest.h>

namespace heteroscope {
namespace {

constexpr Size map_pane{800, 400};

void expect_point(Point a, Point b) {
  EXPECT_NEAR(a.x, b.x, 1e-9);
  EXPECT_NEAR(a.y, b.y, 1e-9);
}

TEST(PaneMap, StraightIsTheSame) {
  const PaneMap map{map_pane};
  EXPECT_EQ(map.to_view({12, 34}), (Point{12, 34}));
  EXPECT_EQ(map.to_pane(Point{12, 34}), (Point{12, 34}));
  const Placement place = map.to_pane(Placement{0.1, -0.2, 0.5, 0.25});
  expect_point({place.x, place.y}, {0.1, -0.2});
  expect_point({place.half_width, place.half_height}, {0.5, 0.25});
}

TEST(PaneMap, TurnedFitsBetweenTheShorterSides) {
  EXPECT_EQ(turned_scale(map_pane), 0.5);
  EXPECT_EQ(turned_scale({400, 800}), 0.5);
  // 800 × 400 turned is 400 × 800, at half its size 200 × 400 in the middle of the pane: the view's upper right corner
  // is the lower left one of the picture.
  const PaneMap map{map_pane, true, turned_scale(map_pane)};
  expect_point(map.to_pane(Point{0, 0}), {300, 0});
  expect_point(map.to_pane(Point{800, 0}), {300, 400});
  expect_point(map.to_pane(Point{800, 400}), {500, 400});
  const Placement whole = map.to_pane(Placement{});
  expect_point({whole.x, whole.y}, {0, 0});
  expect_point({whole.half_width, whole.half_height}, {0.25, 1});
}

TEST(PaneMap, TurnsBack) {
  const PaneMap map{map_pane, true, turned_scale(map_pane)};
  for (const Point point : {Point{0, 0}, Point{123, 45}, Point{799, 399}}) {
    expect_point(map.to_view(map.to_pane(point)), point);
  }
}

TEST(PaneMap, ADragDownMovesTheViewAcross) {
  const PaneMap map{map_pane, true, 0.5};
  expect_point(map.delta_to_view({3, 10}), {20, 6});
}

TEST(PaneMap, APlaceInTheViewKeepsItsCorners) {
  const PaneMap map{map_pane, true, 0.5};
  // columns 200 to 400 and rows 100 to 200 of the view
  const Placement place = map.to_pane(Placement{-0.25, 0.25, 0.25, 0.25});
  const Point corner = map.to_pane(Point{200, 100});
  expect_point({(place.x - place.half_width + 1) * 400, (1 - place.y - place.half_height) * 200}, corner);
  const Point other = map.to_pane(Point{400, 200});
  expect_point({(place.x + place.half_width + 1) * 400, (1 - place.y + place.half_height) * 200}, other);
}

}  // namespace
}  // namespace heteroscope
