#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <vector>

#include "kernels/heat/description.hpp"
#include "kernels/heat/errors/exact.hpp"
#include "kernels/heat/start.hpp"
#include "kernels/heat/sweep/sweep.hpp"

/// What the workload `heat` starts from, and what is painted into it, against values by hand.
namespace heteroscope::heat {
namespace {

TEST(HeatExact, SinesAreSymmetric) {
  for (const int n : {3, 4, 7, 1000, 1023}) {
    const std::vector<double> s = sines(n);
    ASSERT_EQ(s.size(), static_cast<std::size_t>(n));
    EXPECT_EQ(s.front(), 0);
    EXPECT_EQ(s.back(), 0);
    for (int i = 0; i < n; ++i) {
      EXPECT_EQ(s[i], s[n - 1 - i]);
      EXPECT_NEAR(s[i], std::sin(std::numbers::pi * i / (n - 1)), 1e-15);
    }
  }
  EXPECT_EQ(sines(3)[1], 1);
  EXPECT_NEAR(sines(7)[1], 0.5, 1e-15);
}

struct Square {
  explicit Square(int side, double value = -7) : n(side), values(static_cast<std::size_t>(side) * side, value) {}
  [[nodiscard]] FieldView view() { return {values.data(), {n, n}, Precision::fp64}; }
  [[nodiscard]] double at(int x, int y) const { return values[static_cast<std::size_t>(y) * n + x]; }
  int n;
  std::vector<double> values;
};

Square begun(Initial initial, int n, FieldView image = {}) {
  Square out(n);
  Parameters p;
  p.n = n;
  p.initial = initial;
  begin(p, image, out.view(), {0, out.view().size.height}, 2);
  return out;
}

TEST(HeatStart, TheEdgeIsZero) {
  Square image(9);
  for (std::size_t i = 0; i < image.values.size(); ++i) image.values[i] = 5 + static_cast<double>(i);
  for (const Initial initial : {Initial::sine, Initial::spot, Initial::noise, Initial::image}) {
    for (const int n : {3, 4, 17}) {
      const Square start = begun(initial, n, image.view());
      double inside = 0;
      for (int i = 0; i < n; ++i) {
        for (const double edge : {start.at(i, 0), start.at(i, n - 1), start.at(0, i), start.at(n - 1, i)}) {
          EXPECT_EQ(edge, 0) << initial_ids[static_cast<int>(initial)];
        }
      }
      for (const double value : start.values) {
        EXPECT_TRUE(value >= 0 && value <= 1) << value;
        inside += value;
      }
      const bool between = initial == Initial::spot && n == 4;  // it is smaller than a cell's diagonal
      EXPECT_EQ(inside > 0, !between) << initial_ids[static_cast<int>(initial)];
    }
  }
}

TEST(HeatStart, SineAndSpotAreSymmetricToTheBit) {
  for (const Initial initial : {Initial::sine, Initial::spot}) {
    for (const int n : {5, 64, 65}) {
      const Square s = begun(initial, n);
      for (int y = 0; y < n; ++y) {
        for (int x = 0; x < n; ++x) {
          ASSERT_EQ(s.at(x, y), s.at(n - 1 - x, y));
          ASSERT_EQ(s.at(x, y), s.at(x, n - 1 - y));
          ASSERT_EQ(s.at(x, y), s.at(y, x));
        }
      }
    }
  }
}

TEST(HeatStart, TheSpotIsADiskOfRadiusOneFifth) {
  const Square s = begun(Initial::spot, 101);  // spacing 1/100
  EXPECT_EQ(s.at(50, 50), 1);
  EXPECT_NEAR(s.at(60, 50), 0.5625, 1e-14);  // half the radius away: (1 − 1/4)²
  EXPECT_GT(s.at(69, 50), 0);
  EXPECT_EQ(s.at(71, 50), 0);
  EXPECT_EQ(s.at(65, 65), 0);
}

TEST(HeatStart, NoiseIsNotSymmetric) {
  const Square s = begun(Initial::noise, 64);
  EXPECT_NE(s.at(10, 20), s.at(53, 20));
  EXPECT_NE(s.at(10, 20), s.at(20, 10));
}

TEST(HeatStart, AnImageIsAveragedAndScaled) {
  // x² + 10 y over 6 × 6 pixels, 0 to 75; the middle node of 3 has pixels 2 and 3: (4 + 9)/2 + 25 = 31.5
  Square image(6);
  for (int y = 0; y < 6; ++y) {
    for (int x = 0; x < 6; ++x) image.values[static_cast<std::size_t>(y) * 6 + x] = x * x + 10 * y;
  }
  EXPECT_NEAR(begun(Initial::image, 3, image.view()).at(1, 1), 31.5 / 75, 1e-15);
  // fewer pixels than nodes: node i of 5 has pixel ⌊2i/5⌋ of 2
  std::vector<double> few{10, 20, 30, 50};
  const Square wide = begun(Initial::image, 5, {few.data(), {2, 2}, Precision::fp64});
  EXPECT_EQ(wide.at(2, 2), 0);
  EXPECT_EQ(wide.at(3, 2), 0.25);
  EXPECT_EQ(wide.at(1, 3), 0.5);
  EXPECT_EQ(wide.at(3, 3), 1);
  // an image keeps its shape: two rows of four lie in the middle of the square, and around them it is cold
  std::vector<double> flat{8, 8, 8, 8, 4, 4, 0, 4};
  const Square wide_image = begun(Initial::image, 4, {flat.data(), {4, 2}, Precision::fp64});
  EXPECT_EQ(wide_image.at(1, 1), 1);
  EXPECT_EQ(wide_image.at(1, 2), 0.5);
  EXPECT_EQ(wide_image.at(2, 2), 0);
  const Square high_image = begun(Initial::image, 8, {flat.data(), {2, 4}, Precision::fp64});
  EXPECT_EQ(high_image.at(1, 1), 0) << "beside the image";
  EXPECT_EQ(high_image.at(2, 1), 1);
  // one value alone is no range
  few = {9, 9, 9, 9};
  EXPECT_EQ(begun(Initial::image, 5, {few.data(), {2, 2}, Precision::fp64}).at(2, 2), 0);
}

TEST(HeatPaint, AddsABumpInsideOfTheEdge) {
  Square plane(5, 1);  // spacing 1/4
  const Stroke stroke{.x = 0.5, .y = 0.5, .radius = 0.5, .amount = 2};
  paint(stroke, plane.view(), {0, 5});
  EXPECT_EQ(plane.at(2, 2), 3);
  EXPECT_DOUBLE_EQ(plane.at(1, 2), 1 + 2 * 0.5625);  // half the radius away
  EXPECT_DOUBLE_EQ(plane.at(2, 3), 1 + 2 * 0.5625);
  EXPECT_DOUBLE_EQ(plane.at(3, 3), 1 + 2 * 0.25);  // d² = r²/2
  for (int i = 0; i < 5; ++i) {
    EXPECT_EQ(plane.at(i, 0), 1);
    EXPECT_EQ(plane.at(4, i), 1);
  }
}

TEST(HeatPaint, ChangesOnlyTheRowsAskedFor) {
  Square whole(33, 0);
  Square parts(33, 0);
  const Stroke stroke{.x = 0.4, .y = 0.6, .radius = 0.35, .amount = -1.5};
  paint(stroke, whole.view(), {0, 33});
  paint(stroke, parts.view(), {0, 18});
  for (int x = 0; x < 33; ++x) EXPECT_EQ(parts.at(x, 18), 0);
  EXPECT_LT(whole.at(13, 18), 0);
  paint(stroke, parts.view(), {18, 33});
  EXPECT_EQ(parts.values, whole.values);
}

}  // namespace
}  // namespace heteroscope::heat
