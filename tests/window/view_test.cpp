#include "app/window/picture/view.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace heteroscope {
namespace {

constexpr Size area{800, 600};
constexpr View start{-0.75, 0.25, 2};

void expect_near(Point a, Point b, double tolerance) {
  EXPECT_NEAR(a.x, b.x, tolerance);
  EXPECT_NEAR(a.y, b.y, tolerance);
}

TEST(View, MiddleOfTheAreaShowsTheCenter) {
  EXPECT_EQ(plane_point(start, area, {400, 300}, true), (Point{-0.75, 0.25}));
}

TEST(View, CornersFollowFromSpanAndAspect) {
  expect_near(plane_point(start, area, {0, 0}, true), {-1.75, 1.0}, 1e-15);
  expect_near(plane_point(start, area, {0, 0}, false), {-1.75, -0.5}, 1e-15);
}

TEST(View, ZoomKeepsThePointUnderTheCursor) {
  const Point pixel{123, 456};
  const Point before = plane_point(start, area, pixel, true);
  View view = start;
  for (int i = 0; i < 60; ++i) view = zoomed(view, area, pixel, 0.8, true);
  expect_near(plane_point(view, area, pixel, true), before, 1e-15);
  EXPECT_NEAR(view.span, 2 * std::pow(0.8, 60), 1e-18);
}

TEST(View, ZoomInAndOutIsTheSameView) {
  const View there = zoomed(start, area, {10, 20}, 0.8, true);
  const View back = zoomed(there, area, {10, 20}, 1 / 0.8, true);
  expect_near({back.x, back.y}, {start.x, start.y}, 1e-15);
  EXPECT_NEAR(back.span, start.span, 1e-15);
}

TEST(View, PanMovesThePointWithTheMouse) {
  const Point held = plane_point(start, area, {100, 100}, true);
  const View view = panned(start, area, {37, -21}, true);
  expect_near(plane_point(view, area, {137, 79}, true), held, 1e-15);
}

TEST(View, CenteringPutsThePointInTheMiddle) {
  const Point there = plane_point(start, area, {700, 50}, true);
  const View view = centered(start, area, {700, 50}, true);
  EXPECT_EQ((Point{view.x, view.y}), there);
  EXPECT_EQ(view.span, start.span);
}

TEST(View, BoxKeepsTheAspectInEveryDirection) {
  for (const Point end : {Point{300, 310}, Point{300, 110}, Point{120, 310}, Point{20, 190}}) {
    const Box box = box_of({200, 200}, end, area);
    EXPECT_NEAR((box.to.x - box.from.x) / (box.to.y - box.from.y), 800.0 / 600, 1e-12);
    EXPECT_LE(box.from.x, std::min(200.0, end.x));
    EXPECT_GE(box.to.y, std::max(200.0, end.y));
  }
}

TEST(View, BoxBecomesTheView) {
  const Box box{{200, 150}, {600, 450}};
  const View view = boxed(start, area, box, true);
  expect_near(plane_point(view, area, {0, 0}, true), plane_point(start, area, box.from, true), 1e-15);
  expect_near(plane_point(view, area, {800, 600}, true), plane_point(start, area, box.to, true), 1e-15);
}

TEST(View, SameViewFillsTheArea) {
  const Placement place = placement(start, area, start, area, true);
  EXPECT_EQ(place.x, 0);
  EXPECT_EQ(place.y, 0);
  EXPECT_EQ(place.half_width, 1);
  EXPECT_EQ(place.half_height, 1);
}

TEST(View, PlacementFollowsThePan) {
  const View view = panned(start, area, {80, 60}, true);
  const Placement place = placement(start, area, view, area, true);
  EXPECT_NEAR(place.x, 0.2, 1e-12);
  EXPECT_NEAR(place.y, -0.2, 1e-12);
}

TEST(View, PlacementHoldsDeepInside) {
  const View deep{-0.743643887037151, 0.131825904205330, 1e-12};
  const View moved = panned(deep, area, {1, 0}, true);
  const Placement place = placement(deep, area, moved, area, true);
  EXPECT_NEAR(place.x, 2.0 / 800, 5e-4);  // a pixel, within what fp64 tells apart here
}

TEST(ViewHistory, ABurstOfSmallStepsIsOneEntry) {
  ViewHistory history;
  history.leave({0, 0, 4}, 10, ViewStep::small);
  history.leave({0, 0, 3}, 10.2, ViewStep::small);
  history.leave({0, 0, 2}, 10.4, ViewStep::small);
  history.leave({0, 0, 1}, 20, ViewStep::small);
  EXPECT_EQ(history.back(), (View{0, 0, 1}));
  EXPECT_EQ(history.back(), (View{0, 0, 4}));
  EXPECT_EQ(history.back(), std::nullopt);
}

TEST(ViewHistory, AWholeStepIsItsOwnEntry) {
  ViewHistory history;
  history.leave({0, 0, 4}, 10);
  history.leave({1, 0, 4}, 10.1, ViewStep::small);
  history.leave({2, 0, 4}, 10.2);
  EXPECT_EQ(history.back(), (View{2, 0, 4}));
  EXPECT_EQ(history.back(), (View{1, 0, 4}));
  EXPECT_EQ(history.back(), (View{0, 0, 4}));
}

TEST(ViewHistory, AStepAfterGoingBackIsItsOwn) {
  ViewHistory history;
  history.leave({0, 0, 4}, 10, ViewStep::small);
  EXPECT_TRUE(history.back());
  history.leave({0, 0, 3}, 10.1, ViewStep::small);
  EXPECT_EQ(history.back(), (View{0, 0, 3}));
}

}  // namespace
}  // namespace heteroscope
