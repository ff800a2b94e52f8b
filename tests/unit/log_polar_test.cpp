#include "core/movie/log_polar.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace heteroscope {
namespace {

void expect_places(const View& from, const View& to, Size size) {
  const LogPolar map = log_polar(from, to, size);
  const double step = 2 * std::numbers::pi / map.columns;  // of angles, and of distances by their logarithm
  const int side = map.square_side();
  View square = map.disk;
  std::int64_t at = 0;
  for (std::int64_t row = 0; row < map.rows; ++row) {
    for (; at < map.square_of(row); ++at) square = next_square(square);
    // distances are those of the formula, also beyond doubles
    const double radius = map.radius(row);
    EXPECT_GT(radius, side / 4.0 * (1 - 1e-9));
    EXPECT_LE(radius, side / 2.0);
    const double halvings = static_cast<double>(at) * std::numbers::ln2;
    EXPECT_NEAR(std::log(radius / (0.5 * side)), halvings - step * (static_cast<double>(row) + 0.5), 1e-9);
    constexpr std::int64_t of_doubles = 900;
    if (at < of_doubles) {
      EXPECT_NEAR(std::log(ratio(square.span, map.disk.span)), -halvings, 1e-9);
    }
    EXPECT_LE(1, radius * step * (1 + 1e-9)) << "pixels of the square are no larger";
    for (int column = 0; column < map.columns; column += 7) {
      const LogPolar::Direction direction = map.direction(column);
      const auto [x, y] = map.pixel(radius, direction);
      EXPECT_NEAR(x + 0.5 - side / 2.0, radius * direction.x, 0.5 + 1e-9);
      EXPECT_NEAR(side / 2.0 - y - 0.5, radius * direction.y, 0.5 + 1e-9);
    }
  }
  // both views lie in it, and half a pixel of the narrower one
  const bool in = to.span < from.span;
  const View& wide = in ? from : to;
  const View& narrow = in ? to : from;
  EXPECT_EQ(map.disk.x, narrow.x);
  const double height = static_cast<double>(size.height) / size.width;
  const double right = std::abs(ratio(wide.x - narrow.x, wide.span)) + 0.5;
  const double up = std::abs(ratio(wide.y - narrow.y, wide.span)) + 0.5 * height;
  EXPECT_GE(ratio(map.disk.span, wide.span) / 2, std::hypot(right, up) * (1 - 1e-9));
  const double last = ratio(square.span, narrow.span) * map.radius(map.rows - 1) / side;
  EXPECT_NEAR(last * size.width, 0.5, 0.5 * 1.5 * step);
  EXPECT_LE(std::hypot(size.width, size.height) / 2 * step, 1 + 1e-9) << "as fine as pixels at a picture's corners";
}

TEST(LogPolar, PlacesAreThoseOfTheFormula) {
  const View wide{.x = -0.75, .y = 0, .span = 4};
  expect_places(wide, {.x = -0.7463, .y = 0.1102, .span = 0.005}, {32, 20});
  expect_places({.x = 1, .y = 2, .span = 0.25}, wide, {7, 31});
  expect_places(wide, {.x = Decimal::parse("-1.7"), .y = 0, .span = Decimal::parse("1e-400")}, {9, 5});
  expect_places(wide, wide, {1, 1});
}

}  // namespace
}  // namespace heteroscope
