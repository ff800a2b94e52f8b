// The points beside a result: which touch, which is under the mouse, where they are drawn.
#include "app/window/features/disks/disks.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "core/device/device.hpp"
#include "core/run/execute.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {
namespace {

const Workload& points_workload() {
  return find_workload(catalog(), "triangle");
}

template <class T>
struct Table {
  int count;
  std::vector<T> values;

  explicit Table(int n) : count(n), values(static_cast<std::size_t>(2 * n)) {
    std::mt19937 random(static_cast<unsigned>(n));
    std::uniform_real_distribution<double> place(0, 1);
    for (T& value : values) value = static_cast<T>(place(random));
  }
  [[nodiscard]] T x(int i) const { return values[static_cast<std::size_t>(i)]; }
  [[nodiscard]] T y(int i) const { return values[static_cast<std::size_t>(count + i)]; }
  FieldView view() { return {values.data(), {count, 2}, sizeof(T) == 4 ? Precision::fp32 : Precision::fp64}; }
};

/// Every pair, with exact-enough distances; pairs that are too near to call are not counted as either.
template <class T>
void expect_touching(int n, double radius) {
  Table<T> table(n);
  const auto found = touching_disks(table.view(), radius);
  ASSERT_EQ(found.size(), static_cast<std::size_t>(n));
  for (int i = 0; i < n; ++i) {
    bool touches = false;
    bool unclear = false;
    for (int j = 0; j < n; ++j) {
      const long double dx = static_cast<long double>(table.x(i)) - table.x(j);
      const long double dy = static_cast<long double>(table.y(i)) - table.y(j);
      const long double apart = std::sqrt(dx * dx + dy * dy) - 2 * static_cast<long double>(radius);
      if (i == j) continue;
      unclear |= std::abs(apart) < 1e-6L;
      touches |= apart < 0;
    }
    if (!unclear) {
      EXPECT_EQ(found[static_cast<std::size_t>(i)] != 0, touches)
          << n << " points, radius " << radius << ", point " << i;
    }
  }
}

TEST(TouchingDisks, AreThoseOfAPlainDoubleLoop) {
  for (const int n : {1, 2, 3, 50, 400}) {
    for (const double radius : {1e-5, 0.004, 0.02, 0.1, 0.25, 0.6}) {
      expect_touching<double>(n, radius);
      expect_touching<float>(n, radius);
    }
  }
}

TEST(TouchingDisks, OnTheSamePlaceAndAtExactlyTwoRadii) {
  std::vector<double> places{0.25, 0.75, 0.25, 1.0, 0.5, 0.5, 0.5, 0.0};  // x of four, then y
  const FieldView table{places.data(), {4, 2}, Precision::fp64};
  EXPECT_EQ(touching_disks(table, 0.25), (std::vector<std::uint8_t>{1, 1, 1, 0}));
  EXPECT_EQ(touching_disks(table, 0.125), (std::vector<std::uint8_t>{1, 0, 1, 0}));
  EXPECT_EQ(touching_disks(table, 0), (std::vector<std::uint8_t>{0, 0, 0, 0}));
}

Settings collision(int n, double radius) {
  Settings out = default_settings(points_workload());
  out.problem.parameters["n"] = n;
  out.problem.parameters["cost"] = 2;
  out.problem.parameters["radius"] = radius;
  out.problem.parameters["time"] = 1.5;
  return out;
}

Frame computed(const Settings& settings) {
  Executor executor;
  return *executor.execute(*plan(settings, catalog(), device::facts()).plan, {});
}

TEST(DisksOfAFrame, TouchWhereTheResultSaysSo) {
  for (const Precision precision : {Precision::fp32, Precision::fp64}) {
    Settings settings = collision(200, 0.02);
    settings.problem.precision = precision;
    const Frame frame = computed(settings);
    const auto disks = disks_of(frame);
    ASSERT_TRUE(disks);
    ASSERT_EQ(disks->centers.size(), 200U);
    EXPECT_EQ(disks->radius, 0.02);
    std::vector<std::uint8_t> expected(200, 0);
    double pairs = 0;
    for (int row = 0; row < 200; ++row) {
      for (int column = 0; column < row; ++column) {
        if (frame.field.value(column, row) == 0) continue;
        expected[static_cast<std::size_t>(row)] = expected[static_cast<std::size_t>(column)] = 1;
        ++pairs;
      }
    }
    EXPECT_GT(pairs, 10);
    EXPECT_LT(pairs, 1000);
    EXPECT_EQ(disks->touching, expected);
    EXPECT_EQ(disks->touched, static_cast<std::size_t>(std::count(expected.begin(), expected.end(), 1)));
    const auto figure = std::ranges::find(frame.figures, "pairs that touch", &Figure::label);
    ASSERT_NE(figure, frame.figures.end());
    EXPECT_EQ(figure->value, pairs);
  }
}

TEST(DisksOfAFrame, DistancesHaveDotsAndTheirFigures) {
  Settings settings = collision(90, 0.02);
  settings.problem.parameters["cost"] = 1;
  const Frame frame = computed(settings);
  const auto disks = disks_of(frame);
  ASSERT_TRUE(disks);
  EXPECT_EQ(disks->radius, 0);
  EXPECT_TRUE(disks->touching.empty());
  double sum = 0;
  double largest = 0;
  for (std::size_t i = 0; i < 90; ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const Point a = disks->centers[i];
      const Point b = disks->centers[j];
      const double apart = std::sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y));
      sum += apart;
      largest = std::max(largest, apart);
    }
  }
  const auto value = [&](std::string_view label) {
    const auto found = std::ranges::find(frame.figures, label, &Figure::label);
    return found == frame.figures.end() ? -1 : found->value;
  };
  EXPECT_NEAR(value("mean distance"), sum / (90 * 89 / 2), 1e-12);
  EXPECT_NEAR(value("largest distance"), largest, 1e-12);
}

TEST(DisksOfAFrame, NothingWhereThePointsAreNotLookedAt) {
  Settings settings = collision(8, 0.02);
  settings.problem.parameters["cost"] = 0;
  EXPECT_FALSE(disks_of(computed(settings)));
  EXPECT_FALSE(drawn_radius(points_workload(), settings.problem.parameters));
  EXPECT_FALSE(drawn_radius(find_workload(catalog(), "mandelbrot"), {}));
  settings.problem.parameters["cost"] = 17;
  EXPECT_FALSE(drawn_radius(points_workload(), settings.problem.parameters));  // not a value that can be bound
}

TEST(DiskAt, TheNearestWithinReach) {
  const Disks disks{.centers = {{0.2, 0.2}, {0.26, 0.2}, {0.8, 0.9}}, .radius = 0.05};
  EXPECT_EQ(disk_at(disks, {0.22, 0.2}, 0), 0);
  EXPECT_EQ(disk_at(disks, {0.24, 0.2}, 0), 1);
  EXPECT_EQ(disk_at(disks, {0.8, 0.84}, 0.011), 2);
  EXPECT_FALSE(disk_at(disks, {0.8, 0.84}, 0.009));
  EXPECT_FALSE(disk_at({}, {0.5, 0.5}, 1));
}

/// Whether a box covers a part of a value, cell by cell.
bool hides(const Box& box, const Box& picture, Size size, Domain domain) {
  const double across = (picture.to.x - picture.from.x) / size.width;
  const double down = (picture.to.y - picture.from.y) / size.height;
  for (int row = 0; row < size.height; ++row) {
    const double top = picture.from.y + down * row;
    if (top >= box.to.y || top + down <= box.from.y) continue;
    for (int column = 0; column < size.width; ++column) {
      if (domain == Domain::lower_triangle && column > row) break;
      const double left = picture.from.x + across * column;
      if (left < box.to.x && left + across > box.from.x) return true;
    }
  }
  return false;
}

TEST(InsetBox, NeverHidesAValueAndStaysInThePane) {
  constexpr double strip = 17;
  constexpr double gap = 8;
  constexpr double smallest = 40;
  std::mt19937 random(4);
  std::uniform_real_distribution<double> share(0, 1);
  int shown = 0;
  for (int i = 0; i < 4000; ++i) {
    const Box pane{{300, 40}, {300 + 300 + 700 * share(random), 40 + 200 + 500 * share(random)}};
    const double side = 50 + 2000 * share(random) * share(random);
    const Point from{pane.from.x - 600 + 1200 * share(random), pane.from.y - 600 + 900 * share(random)};
    const Box picture{from, {from.x + side, from.y + side}};
    const int n = 1 + static_cast<int>(39 * share(random));
    const Domain domain = i % 4 == 0 ? Domain::whole : Domain::lower_triangle;
    const auto box = inset_box(pane, picture, {n, n}, domain, strip, gap, smallest);
    if (!box) continue;
    ++shown;
    EXPECT_GE(box->from.x, pane.from.x);
    EXPECT_GE(box->from.y, pane.from.y);
    EXPECT_LE(box->to.x, pane.to.x - gap + 1e-9);
    EXPECT_LE(box->to.y, pane.to.y);
    EXPECT_GE(box->to.x - box->from.x, smallest);
    EXPECT_NEAR(box->to.y - box->from.y, box->to.x - box->from.x + strip, 1e-9);
    EXPECT_FALSE(hides(*box, picture, {n, n}, domain)) << i;
  }
  EXPECT_GT(shown, 1000);
}

TEST(InsetBox, FillsTheUpperRightQuarterOfAFittedTriangle) {
  // The square's corner lies a cell above the diagonal: with a pane as large as the picture, half of it less a half
  // cell.
  const Box pane{{0, 0}, {400, 400}};
  const auto box = inset_box(pane, pane, {100, 100}, Domain::lower_triangle, 0, 0, 10);
  ASSERT_TRUE(box);
  EXPECT_NEAR(box->from.x, 202, 1e-9);
  EXPECT_NEAR(box->to.y, 198, 1e-9);
  EXPECT_EQ(box->to.x, 400);
  EXPECT_EQ(box->from.y, 0);
  EXPECT_FALSE(inset_box(pane, pane, {100, 100}, Domain::whole, 0, 0, 10));
}

TEST(InsetBox, TakesTheFreeSpaceBesideThePicture) {
  // a square picture in the middle of a pane twice as wide: 200 are free on the right
  const Box pane{{0, 0}, {800, 400}};
  const Box picture{{200, 0}, {600, 400}};
  const auto whole = inset_box(pane, picture, {100, 100}, Domain::whole, 0, 0, 10);
  ASSERT_TRUE(whole);
  EXPECT_EQ(whole->from.x, 600);
  // above a diagonal from (200, 0) on: 600 − s = s, less half a cell
  const auto triangle = inset_box(pane, picture, {100, 100}, Domain::lower_triangle, 0, 0, 10);
  ASSERT_TRUE(triangle);
  EXPECT_NEAR(triangle->to.x - triangle->from.x, 298, 1e-9);
  EXPECT_FALSE(inset_box(pane, picture, {100, 100}, Domain::lower_triangle, 0, 0, 300));
}

}  // namespace
}  // namespace heteroscope
