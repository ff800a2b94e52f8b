#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "tests/conformance/triangle_matrices.hpp"

/// What is known of the triangle's cells, for every CPU variant on hand-made jobs; GPU variants are compared with the
/// reference elsewhere.
namespace heteroscope::triangle {
namespace {

using testing::computed;
using testing::random_points;
using testing::Table;
using testing::TriangleVariants;
using testing::untouched;

template <class T>
constexpr double roundoff = std::numeric_limits<T>::epsilon() / 2.0;

TEST_P(TriangleVariants, PinnedDistances) {
  Table<float> points(4);
  points.values = {0, 3, 0, 8,  //
                   0, 4, 1, 15};
  const auto found = computed(variant(), points, {.n = 4, .cost = Cost::distance}, {.threads = 3});
  // legs 3 and 4, 3 and 3, 8 and 15, 5 and 11, 8 and 14
  const float expected[4][4] = {{0}, {5, 0}, {1, std::sqrt(18.0F), 0}, {17, std::sqrt(146.0F), std::sqrt(260.0F), 0}};
  auto copy = found;
  for (int row = 0; row < 4; ++row) {
    for (int column = 0; column <= row; ++column) EXPECT_EQ(copy.at(row, column), expected[row][column]);
    for (int column = row + 1; column < 4; ++column) EXPECT_EQ(copy.at(row, column), untouched<float>);
  }
}

/// Both differences and both squares' rounding, then that of the fused sum and of the root: 2u + u + u under a root
/// and u of its own, so 3u in all but for squares of u.
template <class T>
void expect_exact_distances(const Variant& variant) {
  Table<T> points = random_points<T>(300);
  auto found = computed(variant, points, {.n = 300, .cost = Cost::distance});
  for (int row = 0; row < 300; ++row) {
    for (int column = 0; column <= row; ++column) {
      const long double exact = std::hypot(static_cast<long double>(points.x(row)) - points.x(column),
                                           static_cast<long double>(points.y(row)) - points.y(column));
      ASSERT_LE(std::abs(found.at(row, column) - exact), 3.01L * roundoff<T> * exact) << row << ", " << column;
    }
  }
}

TEST_P(TriangleVariants, DistancesAreWithinThreeRoundings) {
  expect_exact_distances<float>(variant());
  expect_exact_distances<double>(variant());
}

/// Squared distances are right to 4u and squared diameters to 3u: cells further from touching than that are decided.
template <class T>
void expect_exact_collisions(const Variant& variant, double radius) {
  Table<T> points = random_points<T>(300);
  auto found = computed(variant, points, {.n = 300, .cost = Cost::collision, .radius = radius});
  int decided[2] = {};
  for (int row = 0; row < 300; ++row) {
    for (int column = 0; column <= row; ++column) {
      const long double across = static_cast<long double>(points.x(row)) - points.x(column);
      const long double down = static_cast<long double>(points.y(row)) - points.y(column);
      const long double squared = across * across + down * down;
      const long double limit = 4.0L * radius * radius;
      if (std::abs(squared - limit) <= 8 * roundoff<T> * limit && row != column) continue;
      const int expected = squared <= limit ? 1 : 0;
      ++decided[expected];
      ASSERT_EQ(found.at(row, column), static_cast<T>(expected)) << row << ", " << column;
    }
  }
  EXPECT_GE(decided[0] + decided[1], 300 * 301 / 2 - 5);
  EXPECT_GE(decided[1], 300);
  EXPECT_GT(decided[0], 10000);
}

TEST_P(TriangleVariants, CollisionsAreDecidedAwayFromTheBoundary) {
  for (const double radius : {0.0, 0.01, 0.1, 0.25}) {
    expect_exact_collisions<float>(variant(), radius);
    expect_exact_collisions<double>(variant(), radius);
  }
}

TEST_P(TriangleVariants, DisksThatMeetInAPointTouch) {
  Table<double> points(3);
  points.values = {0.25, 0.5,  0.25,  //
                   0.25, 0.25, 0.5000001};
  auto found = computed(variant(), points, {.n = 3, .cost = Cost::collision, .radius = 0.125});
  EXPECT_EQ(found.at(1, 0), 1);
  EXPECT_EQ(found.at(2, 0), 0);
  EXPECT_EQ(found.at(2, 1), 0);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(found.at(i, i), 1);
}

/// v² − 1 from 0 is −1, and from −1 is 0; a distance of 1 is one step behind.
TEST_P(TriangleVariants, HeavyCellsKnownByHand) {
  Table<float> points(40);
  for (int i = 0; i < 40; ++i) points.x(i) = static_cast<float>(i % 2);
  for (const int work : {0, 1, 2, 7, 100, 4096}) {
    auto found = computed(variant(), points, {.n = 40, .cost = Cost::heavy, .work = work});
    for (int row = 0; row < 40; ++row) {
      for (int column = 0; column <= row; ++column) {
        const bool apart = (row - column) % 2 != 0;
        const float expected = work == 0 ? (apart ? 1.0F : 0.0F) : ((work % 2 == 1) != apart ? -1.0F : 0.0F);
        ASSERT_EQ(found.at(row, column), expected) << row << ", " << column << ", work " << work;
      }
    }
  }
}

/// Exchanging two points exchanges a row and a column: differences change their sign, which squares do not show.
TEST_P(TriangleVariants, DistancesAreSymmetric) {
  constexpr int n = 127;
  Table<float> points = random_points<float>(n);
  Table<float> reversed(n);
  for (int i = 0; i < n; ++i) {
    reversed.x(i) = points.x(n - 1 - i);
    reversed.y(i) = points.y(n - 1 - i);
  }
  const Parameters p{.n = n, .cost = Cost::distance};
  auto one = computed(variant(), points, p);
  auto other = computed(variant(), reversed, p);
  for (int row = 0; row < n; ++row) {
    for (int column = 0; column <= row; ++column) {
      ASSERT_EQ(one.at(row, column), other.at(n - 1 - column, n - 1 - row));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Triangle, TriangleVariants,
                         ::testing::ValuesIn(heteroscope::testing::cpu_variants_of(workload)),
                         [](const auto& each) { return each.param; });

}  // namespace
}  // namespace heteroscope::triangle
