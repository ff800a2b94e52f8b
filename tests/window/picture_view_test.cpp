#include "app/window/model/views/picture_view.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace heteroscope {
namespace {

constexpr Size area{800, 600};
constexpr Size wide{1600, 400};
constexpr Size small{10, 20};

/// Where a corner of the picture stands, in pixels of the area.
Point upper_left(const Placement& place) {
  return {(place.x - place.half_width + 1) * 0.5 * area.width, (1 - place.y - place.half_height) * 0.5 * area.height};
}
Point lower_right(const Placement& place) {
  return {(place.x + place.half_width + 1) * 0.5 * area.width, (1 - place.y + place.half_height) * 0.5 * area.height};
}

void expect_near(Point a, Point b) {
  EXPECT_NEAR(a.x, b.x, 1e-9);
  EXPECT_NEAR(a.y, b.y, 1e-9);
}
void expect_near(const PlanePoint& a, const PlanePoint& b) {
  expect_near(Point{a.x.to_double(), a.y.to_double()}, Point{b.x.to_double(), b.y.to_double()});
}

TEST(PictureView, StartsWholeWithBarsAboveAndBelow) {
  EXPECT_EQ(fitted_zoom(wide, area), 0.5);
  const Placement place = placement(PictureView{}, wide, area);
  expect_near(upper_left(place), {0, 200});
  expect_near(lower_right(place), {800, 400});
}

TEST(PictureView, SmallPicturesAreEnlarged) {
  EXPECT_EQ(fitted_zoom(small, area), 30);
  const Placement place = placement(PictureView{}, small, area);
  expect_near(upper_left(place), {250, 0});
  expect_near(lower_right(place), {550, 600});
}

TEST(PictureView, OneToOneFillsAnAreaOfItsSize) {
  const Placement place = placement(PictureView{}, area, area);
  EXPECT_EQ(place.x, 0);
  EXPECT_EQ(place.y, 0);
  EXPECT_EQ(place.half_width, 1);
  EXPECT_EQ(place.half_height, 1);
}

TEST(PictureView, IsAViewOfItsPixels) {
  const View whole = view_of(PictureView{}, wide, area);
  EXPECT_EQ(whole, (View{800, 200, 1600}));
  expect_near(plane_point(whole, area, {0, 200}, false), {0, 0});
  expect_near(plane_point(whole, area, {800, 400}, false), {1600, 400});
}

TEST(PictureView, ZoomsAboutThePixelUnderTheCursor) {
  const Point cursor{100, 250};
  const View whole = view_of(PictureView{}, wide, area);
  const PlanePoint held = plane_point(whole, area, cursor, false);
  const PictureView closer = picture_view(zoomed(whole, area, cursor, 0.25, false), wide, area);
  EXPECT_NEAR(closer.zoom, 2, 1e-12);
  expect_near(plane_point(view_of(closer, wide, area), area, cursor, false), held);
  // and that is where it is drawn, to a pixel of the screen
  const Point corner = upper_left(placement(closer, wide, area));
  EXPECT_NEAR(corner.x + held.x.to_double() * closer.zoom, cursor.x, 0.5 + 1e-9);
  EXPECT_NEAR(corner.y + held.y.to_double() * closer.zoom, cursor.y, 0.5 + 1e-9);
}

TEST(PictureView, CornersLieOnPixelsOfTheScreen) {
  const PictureView view{{0.337, 0.771}, 3};
  const Point corner = upper_left(placement(view, wide, area));
  EXPECT_NEAR(corner.x, std::round(corner.x), 1e-9);
  EXPECT_NEAR(corner.y, std::round(corner.y), 1e-9);
}

TEST(PictureView, BackAtTheWholeItFollowsTheAreaAgain) {
  const View whole = view_of(PictureView{}, wide, area);
  EXPECT_EQ(picture_view(whole, wide, area), PictureView{});
  EXPECT_NE(picture_view(panned(whole, area, {5, 0}, false), wide, area), PictureView{});
}

TEST(PictureView, IsHeldInsideThePictureAndItsZooms) {
  const PictureView far = picture_view({-1e6, 1e6, 1e-6}, wide, area);
  EXPECT_EQ(far.center, (Point{0, 1}));
  EXPECT_EQ(far.zoom, 256);
  EXPECT_EQ(picture_view({800, 200, 1e9}, wide, area).zoom, 0.125);
  const View closest = view_of(far, wide, area);
  EXPECT_NEAR(held_factor(closest, 0.8, wide, area), 1, 1e-12);
  EXPECT_NEAR(held_factor(closest, 1.25, wide, area), 1.25, 1e-12);
}

TEST(PictureView, SurvivesAnotherArea) {
  const PictureView view{{0.25, 0.75}, 4};
  const Size half{400, 600};
  const View there = view_of(view, wide, half);
  EXPECT_EQ((PlanePoint{there.x, there.y}), (PlanePoint{400, 300}));
  EXPECT_EQ(there.span, 100);
}

TEST(PictureView, TurnsWithThePicture) {
  EXPECT_EQ(turned(PictureView{{0.1, 0.9}, 2}), (PictureView{{0.9, 0.1}, 2}));
}

TEST(PictureView, ASinglePixelAndALineArePicturesToo) {
  for (const Size size : {Size{1, 1}, Size{65536, 1}, Size{1, 65536}}) {
    const Placement place = placement(PictureView{}, size, area);
    EXPECT_LE(place.half_width, 1);
    EXPECT_LE(place.half_height, 1);
    EXPECT_GE(place.half_width * area.width, 1);  // at least a pixel of the screen
    EXPECT_GE(place.half_height * area.height, 1);
    EXPECT_EQ(picture_view(view_of(PictureView{}, size, area), size, area), PictureView{});
  }
}

}  // namespace
}  // namespace heteroscope
