#include "core/movie/covering.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "core/movie/flight.hpp"

namespace heteroscope {
namespace {

/// The place of a pixel's middle in the plane, in widths of a view `unit` from its center.
double place_x(const View& view, Size size, int column, const View& unit) {
  return ratio(view.x - unit.x, unit.span) + ratio(view.span, unit.span) * ((column + 0.5) / size.width - 0.5);
}
double place_y(const View& view, Size size, int row, const View& unit, bool y_up) {
  const double down = ratio(view.span, unit.span) * (row + 0.5 - 0.5 * size.height) / size.width;
  return ratio(view.y - unit.y, unit.span) + (y_up ? -down : down);
}

/// The values of a picture are places in the plane: those that frames take lie half a pixel away at most.
void expect_near_places(const View& from, const View& to, std::int64_t frames, Size size, bool y_up) {
  const auto view = [&](std::int64_t i) { return flight(from, to, static_cast<long double>(i) / (frames - 1)); };
  const std::vector<Covering> all = coverings(frames, view, size);
  EXPECT_FALSE(all.empty());
  std::int64_t end = 0;
  const Size large{2 * size.width, 2 * size.height};
  std::vector<double> source(static_cast<std::size_t>(large.area()));
  std::vector<double> taken(static_cast<std::size_t>(size.area()));
  const FieldView source_view{source.data(), large, Precision::fp64};
  const FieldView taken_view{taken.data(), size, Precision::fp64};
  for (const Covering& each : all) {
    EXPECT_GE(each.first, end);
    EXPECT_GT(each.count, 4);
    end = each.first + each.count;
    for (const bool vertical : {false, true}) {
      for (int y = 0; y < large.height; ++y) {
        for (int x = 0; x < large.width; ++x) {
          source_view.row<double>(y)[x] =
              vertical ? place_y(each.view, large, y, each.view, y_up) : place_x(each.view, large, x, each.view);
        }
      }
      for (std::int64_t i = each.first; i < end; ++i) {
        const View now = view(i);
        take_values(source_view, each.view, taken_view, now, y_up);
        const double half_pixel = ratio(now.span, each.view.span) / size.width / 2 * (1 + 1e-6);
        double worst = 0;
        for (int y = 0; y < size.height; ++y) {
          for (int x = 0; x < size.width; ++x) {
            const double wanted = vertical ? place_y(now, size, y, each.view, y_up) : place_x(now, size, x, each.view);
            worst = std::max(worst, std::abs(taken_view.row<double>(y)[x] - wanted));
          }
        }
        EXPECT_LE(worst, half_pixel) << i;
      }
    }
  }
  EXPECT_LE(end, frames);
}

TEST(Covering, PixelsAreTakenFromHalfAPixelAwayAtMost) {
  const View wide{.x = -0.75, .y = 0.1, .span = 3};
  const View deep{.x = Decimal::parse("-0.7436438870371587047521915061147740823549813502178846"),
                  .y = 0.2,
                  .span = Decimal::parse("1e-9")};
  const View aside{.x = -0.5, .y = 0.4, .span = 3};
  expect_near_places(wide, {.x = -0.7, .y = 0.2, .span = 0.1}, 60, {37, 21}, true);
  expect_near_places({.x = -0.7, .y = 0.2, .span = 0.1}, wide, 60, {16, 33}, false);
  expect_near_places(wide, deep, 200, {8, 5}, true);
  expect_near_places(wide, aside, 20, {20, 30}, true);
}

TEST(Covering, OfRotatedFramesLiesAlongTheirRows) {
  // 10 frames that move along their own rows, from one end of a picture three quarters as long to the other
  const auto view = [](std::int64_t i) {
    const double along = 0.05 * static_cast<double>(i);
    return View{.x = along * 0.8, .y = along * 0.6, .span = 1, .rotation = 36.86989764584402};
  };
  const std::vector<Covering> all = coverings(10, view, {16, 9});
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0].count, 10);
  EXPECT_EQ(all[0].view.rotation, view(0).rotation);
  EXPECT_NEAR(all[0].view.span.to_double(), 1.45, 1e-9) << "as long as the way and a frame";
  EXPECT_NEAR(all[0].view.x.to_double(), 0.225 * 0.8, 1e-9);
  EXPECT_NEAR(all[0].view.y.to_double(), 0.225 * 0.6, 1e-9);
  // values that are columns of the large picture: those of a frame are its own columns, moved
  const Size large{32, 18};
  std::vector<double> source(static_cast<std::size_t>(large.area()));
  std::vector<double> taken(16 * 9);
  const FieldView from{source.data(), large, Precision::fp64};
  for (int y = 0; y < large.height; ++y) {
    for (int x = 0; x < large.width; ++x) from.row<double>(y)[x] = x;
  }
  const FieldView to{taken.data(), {16, 9}, Precision::fp64};
  take_values(from, all[0].view, to, view(0), true);
  for (int y = 1; y < 9; ++y) EXPECT_EQ(to.row<double>(y)[0], to.row<double>(0)[0]) << "rows of both are parallel";
  EXPECT_EQ(to.row<double>(0)[0], 0);
}

TEST(Covering, TooFewFramesTogetherAreInNone) {
  const auto zoom = [](std::int64_t frames) {
    return coverings(frames,
                     [](std::int64_t i) { return View{.x = 0, .y = 0, .span = 1.0 - 0.1 * static_cast<double>(i)}; },
                     {4, 3});
  };
  EXPECT_EQ(zoom(4).size(), 0U);
  ASSERT_EQ(zoom(5).size(), 1U);
  EXPECT_EQ(zoom(5).front().count, 5);
  EXPECT_EQ(zoom(6).front().count, 6) << "one of half the width is the last";
  EXPECT_EQ(zoom(7).front().count, 6);
}

}  // namespace
}  // namespace heteroscope
