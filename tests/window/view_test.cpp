#include "app/window/model/views/view.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <utility>

namespace heteroscope {
namespace {

constexpr Size area{800, 600};
const View start{-0.75, 0.25, 2};

void expect_near(const PlanePoint& a, const PlanePoint& b, double tolerance) {
  EXPECT_NEAR(a.x.to_double(), b.x.to_double(), tolerance);
  EXPECT_NEAR(a.y.to_double(), b.y.to_double(), tolerance);
}

TEST(View, MiddleOfTheAreaShowsTheCenter) {
  EXPECT_EQ(plane_point(start, area, {400, 300}, true), (PlanePoint{-0.75, 0.25}));
}

TEST(View, CornersFollowFromSpanAndAspect) {
  expect_near(plane_point(start, area, {0, 0}, true), {-1.75, 1.0}, 1e-15);
  expect_near(plane_point(start, area, {0, 0}, false), {-1.75, -0.5}, 1e-15);
}

TEST(View, ZoomKeepsThePointUnderTheCursor) {
  const Point pixel{123, 456};
  const PlanePoint before = plane_point(start, area, pixel, true);
  View view = start;
  for (int i = 0; i < 60; ++i) view = zoomed(view, area, pixel, 0.8, true);
  expect_near(plane_point(view, area, pixel, true), before, 1e-15);
  EXPECT_NEAR(view.span.to_double(), 2 * std::pow(0.8, 60), 1e-18);
}

TEST(View, ZoomInAndOutIsTheSameView) {
  const View there = zoomed(start, area, {10, 20}, 0.8, true);
  const View back = zoomed(there, area, {10, 20}, 1 / 0.8, true);
  expect_near({back.x, back.y}, {start.x, start.y}, 1e-15);
  EXPECT_NEAR(back.span.to_double(), start.span.to_double(), 1e-15);
}

TEST(View, PanMovesThePointWithTheMouse) {
  const PlanePoint held = plane_point(start, area, {100, 100}, true);
  const View view = panned(start, area, {37, -21}, true);
  expect_near(plane_point(view, area, {137, 79}, true), held, 1e-15);
}

TEST(View, CenteringPutsThePointInTheMiddle) {
  const PlanePoint there = plane_point(start, area, {700, 50}, true);
  const View view = centered(start, area, {700, 50}, true);
  EXPECT_EQ((PlanePoint{view.x, view.y}), there);
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
  EXPECT_NEAR(place.x, 2.0 / 800, 1e-12);
}

/// How far a place has moved, in pixels of the area.
double pixels_between(const PlanePoint& a, const PlanePoint& b, const View& view) {
  return std::hypot(ratio(a.x - b.x, view.span), ratio(a.y - b.y, view.span)) * area.width;
}

TEST(View, TheWheelHoldsThePointUnderItFarBelowDoubles) {
  const Point pixel{123, 456};
  constexpr int notches = 5200;
  View view = start;
  const auto turn = [&](double factor) {
    const PlanePoint before = plane_point(view, area, pixel, true);
    view = readable(zoomed(view, area, pixel, factor, true));
    EXPECT_LT(pixels_between(plane_point(view, area, pixel, true), before, view), 1e-5);
  };
  for (int i = 0; i < notches; ++i) turn(0.8);
  EXPECT_LT(view.span, Decimal::power_of_ten(-500));
  EXPECT_LT(view.x.digits().size(), 530U);
  const PlanePoint there = plane_point(view, area, pixel, true);
  for (int i = 0; i < notches; ++i) turn(1.25);
  EXPECT_NEAR(view.span.to_double(), start.span.to_double(), 1e-5);
  EXPECT_LT(pixels_between({view.x, view.y}, {start.x, start.y}, start), 1e-3);
  EXPECT_LT(pixels_between(plane_point(view, area, pixel, true), there, start), 1e-3);
}

TEST(View, DragBoxAndClickHoldFarBelowDoubles) {
  const View deep{Decimal::parse("-1.7499" + std::string(510, '3')), Decimal::parse("2.5e-300"),
                  Decimal::parse("3.2e-500")};
  const PlanePoint held = plane_point(deep, area, {100, 100}, true);
  const View moved = readable(panned(deep, area, {37, -21}, true));
  EXPECT_LT(pixels_between(plane_point(moved, area, {137, 79}, true), held, deep), 1e-5);
  EXPECT_EQ(moved.span, deep.span);

  const Box box{{200, 150}, {600, 450}};
  const View inside = readable(boxed(deep, area, box, true));
  EXPECT_EQ(inside.span, deep.span * 0.5);
  EXPECT_LT(pixels_between(plane_point(inside, area, {0, 0}, true), plane_point(deep, area, box.from, true), deep),
            1e-5);

  const View middle = centered(deep, area, {700, 50}, true);
  EXPECT_EQ((PlanePoint{middle.x, middle.y}), plane_point(deep, area, {700, 50}, true));

  const Placement place = placement(deep, area, moved, area, true);
  EXPECT_NEAR(place.x, 2 * 37.0 / 800, 1e-6);
  EXPECT_NEAR(place.y, 2 * 21.0 / 600, 1e-6);
  EXPECT_EQ(place.half_width, 1);
}

TEST(View, APictureOfAnotherDepthIsStillANumber) {
  const View deep{-0.75, 0.25, Decimal::parse("1e-500")};
  for (const auto& [picture, view] : {std::pair(start, deep), std::pair(deep, start), std::pair(deep, View{1, 1, 2})}) {
    const Placement place = placement(picture, area, view, area, true);
    for (const double each : {place.x, place.y, place.half_width, place.half_height}) {
      EXPECT_TRUE(std::isfinite(static_cast<float>(each)));
    }
  }
}

TEST(View, WhatNobodySeesIsRoundedAway) {
  EXPECT_EQ(readable({-0.74549423401626561, 0.10964261749731179, 0.0054099430427754745}),
            (View{-0.745494234016, 0.109642617497, 0.005409943043}));
  const View deep{Decimal::parse("0.5" + std::string(600, '7')), 0, Decimal::parse("1.23456789012e-500")};
  EXPECT_EQ(readable(deep).x.digits().size(), 509U);
  EXPECT_EQ(readable(deep).span, Decimal::parse("1.23456789e-500"));
}

TEST(ViewHistory, ABurstOfSmallStepsIsOneEntry) {
  ViewHistory history;
  history.leave({0, 0, 4}, 10, ViewStep::small);
  history.leave({0, 0, 3}, 10.2, ViewStep::small);
  history.leave({0, 0, 2}, 10.4, ViewStep::small);
  history.leave({0, 0, 1}, 20, ViewStep::small);
  EXPECT_EQ(history.back(), (LeftView{{0, 0, 1}, {}}));
  EXPECT_EQ(history.back(), (LeftView{{0, 0, 4}, {}}));
  EXPECT_EQ(history.back(), std::nullopt);
}

TEST(ViewHistory, AWholeStepIsItsOwnEntry) {
  ViewHistory history;
  history.leave({0, 0, 4}, 10);
  history.leave({1, 0, 4}, 10.1, ViewStep::small);
  history.leave({2, 0, 4}, 10.2);
  EXPECT_EQ(history.back(), (LeftView{{2, 0, 4}, {}}));
  EXPECT_EQ(history.back(), (LeftView{{1, 0, 4}, {}}));
  EXPECT_EQ(history.back(), (LeftView{{0, 0, 4}, {}}));
}

TEST(ViewHistory, AStepAfterGoingBackIsItsOwn) {
  ViewHistory history;
  history.leave({0, 0, 4}, 10, ViewStep::small);
  EXPECT_TRUE(history.back());
  history.leave({0, 0, 3}, 10.1, ViewStep::small);
  EXPECT_EQ(history.back(), (LeftView{{0, 0, 3}, {}}));
}

TEST(View, ARotatedOneHoldsWhatIsUnderTheMouse) {
  const View turned = rotated(start, 30);
  EXPECT_EQ(turned.rotation, 30);
  EXPECT_EQ(plane_point(turned, area, {400, 300}, true), (PlanePoint{-0.75, 0.25}));
  // to the right of the middle lies what the rows' direction leads to
  expect_near(plane_point(turned, area, {800, 300}, true), {-0.75 + std::cos(std::acos(-1) / 6), 0.75}, 1e-15);
  const Point pixel{123, 456};
  const PlanePoint before = plane_point(turned, area, pixel, true);
  expect_near(plane_point(zoomed(turned, area, pixel, 0.8, true), area, pixel, true), before, 1e-15);
  expect_near(plane_point(panned(turned, area, {37, -21}, true), area, {pixel.x + 37, pixel.y - 21}, true), before,
              1e-15);
  const View there = centered(turned, area, pixel, true);
  EXPECT_EQ((PlanePoint{there.x, there.y}), before);
  EXPECT_EQ(there.rotation, 30);
  const Box box{{200, 150}, {600, 450}};
  expect_near(plane_point(boxed(turned, area, box, true), area, {0, 0}, true),
              plane_point(turned, area, box.from, true), 1e-15);
}

TEST(View, APictureOfAnotherRotationStandsTurnedWhereItsPointsAre) {
  const View picture = rotated(start, 20);
  const View view = panned(rotated(start, 50), area, {80, 60}, true);
  const Placement place = placement(picture, area, view, area, true);
  EXPECT_NEAR(place.turn, -30, 1e-12);
  // the picture's middle lies where the drag has brought it
  EXPECT_NEAR(place.x, 2 * 80.0 / 800, 1e-12);
  EXPECT_NEAR(place.y, -2 * 60.0 / 600, 1e-12);
}

TEST(View, AnglesAreCountedAboutTheMiddleFromARotationsWholeTurns) {
  EXPECT_NEAR(angle_between({500, 300}, {400, 200}, area), 90, 1e-12) << "from the right to the top";
  EXPECT_NEAR(angle_between({300, 290}, {300, 310}, area), 2 * std::atan2(10, 100) * 180 / std::acos(-1), 1e-12);
  EXPECT_EQ(rotated(rotated(start, 170), 20).rotation, -170);
  EXPECT_FALSE(std::signbit(rotated(rotated(start, 15), -15).rotation));
}

}  // namespace
}  // namespace heteroscope
