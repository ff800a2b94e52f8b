#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <vector>

#include "kernels/laplace/exact.hpp"
#include "kernels/laplace/methods/levels.hpp"
#include "kernels/laplace/methods/mode_tables.hpp"
#include "kernels/laplace/start.hpp"

/// The parts that Laplace's methods are made of, against their definitions.
namespace heteroscope::laplace {
namespace {

constexpr double pi = std::numbers::pi;

TEST(LaplaceSolution, PinnedValuesAndEdges) {
  // sinh(π/2)/sinh(π) = 1/(2 cosh(π/2)) = 0.19926840766919...
  EXPECT_NEAR(solution(0.5, 0.5), 0.5 / std::cosh(pi / 2), 1e-15);
  EXPECT_NEAR(solution(0.25, 0.125), std::sin(pi / 8) * std::sinh(0.75 * pi) / std::sinh(pi), 1e-15);
  EXPECT_DOUBLE_EQ(solution(0, 0.5), 1);
  EXPECT_EQ(solution(1, 0.3), 0);
  EXPECT_EQ(solution(0.3, 0), 0);
  EXPECT_EQ(solution(0.3, 1), 0);
}

TEST(LaplaceSolution, TheGridsOwnSolvesTheDifferenceEquations) {
  for (const int n : {3, 4, 5, 17, 100, 1000}) {
    const GridSolution u(n);
    for (int j = 1; j < n - 1; j += 1 + n / 20) {
      EXPECT_NEAR(u(0, j), std::sin(pi * j / (n - 1)), 1e-15);
      EXPECT_EQ(u(n - 1, j), 0);
      for (int i = 1; i < n - 1; i += 1 + n / 20) {
        EXPECT_NEAR(4 * u(i, j), u(i - 1, j) + u(i + 1, j) + u(i, j - 1) + u(i, j + 1), 4e-15) << n << ": " << i;
      }
    }
  }
  // one node inside: a quarter of f(1/2) = 1
  EXPECT_DOUBLE_EQ(GridSolution(3)(1, 1), 0.25);
}

/// With û(i) = e^−βi, β = πh + c h³: cosh β = 2 − cos πh gives β² (1 + β²/12) = (πh)² (1 − (πh)²/12), so that β N = π −
/// π³h²/12 + O(h⁴).
TEST(LaplaceSolution, TheTwoDifferByTheSecondOrderTerm) {
  const int n = 201;
  const double h = 1.0 / (n - 1);
  const double a = pi - pi * pi * pi * h * h / 12;
  EXPECT_NEAR(GridSolution(n)(100, 100), std::sinh(a / 2) / std::sinh(a), 1e-9);
}

TEST(LaplaceErrors, OfAHandMadeField) {
  std::vector<double> values(9);
  const FieldView field{values.data(), {3, 3}, Precision::fp64};
  values[3] = 1;      // f(1/2)
  values[4] = 0.375;  // instead of 1/4
  EXPECT_DOUBLE_EQ(error_against_grid_solution(field, 1).largest, 0.125);
  EXPECT_DOUBLE_EQ(error_against_grid_solution(field, 1).l2, 0.0625);  // h = 1/2
  EXPECT_NEAR(error_against_solution(field, 1).largest, 0.375 - solution(0.5, 0.5), 1e-15);
  EXPECT_DOUBLE_EQ(residual_in(field, 1).largest, 0.5);  // 4 · 3/8 − 1
}

TEST(LaplaceBoundary, SineAndStep) {
  const std::vector<double> sine = boundary_values({.n = 5}, {});
  EXPECT_EQ(sine.front(), 0);
  EXPECT_EQ(sine.back(), 0);
  EXPECT_DOUBLE_EQ(sine[1], std::sqrt(0.5));
  EXPECT_EQ(sine[2], 1);
  EXPECT_EQ(sine[1], sine[3]);
  EXPECT_EQ(boundary_values({.n = 9, .boundary = Boundary::step}, {}),
            (std::vector<double>{0, 0, 1, 1, 1, 1, 1, 0, 0}));
  EXPECT_EQ(boundary_values({.n = 3, .boundary = Boundary::step}, {}), (std::vector<double>{0, 1, 0}));
  EXPECT_EQ(boundary_values({.n = 4, .boundary = Boundary::step}, {}), (std::vector<double>{0, 1, 1, 0}));
}

TEST(LaplaceBoundary, ARowOfAnImage) {
  // three rows of ten pixels; the middle one runs from 10 to 30
  std::vector<float> pixels(30, 1000);
  for (int i = 0; i < 10; ++i) pixels[10 + i] = i < 5 ? 10 : 30;
  pixels[14] = 20;
  const FieldView image{pixels.data(), {10, 3}, Precision::fp32};
  const Parameters p{.n = 5, .boundary = Boundary::image_row};
  // pixels 2 and 3, 4 and 5, 6 and 7 of 10 10 20 30 30 30; the corners stay 0
  EXPECT_EQ(boundary_values(p, image), (std::vector<double>{0, 0, 0.75, 1, 0}));
  // more nodes than pixels: each takes the pixel that it lies in
  EXPECT_DOUBLE_EQ(boundary_values({.n = 20, .boundary = Boundary::image_row}, image)[9], 0.5);
  std::vector<double> flat(4, 7);
  EXPECT_EQ(boundary_values(p, {flat.data(), {4, 1}, Precision::fp64}), std::vector<double>(5, 0.0));
}

TEST(LaplacePaint, ChangesTheBoundaryAlone) {
  std::vector<double> values(81, 0.5);
  const FieldView field{values.data(), {9, 9}, Precision::fp64};
  paint({.x = 0.7, .y = 0.5, .radius = 0.25, .amount = 2}, field, {0, 9});
  for (int y = 0; y < 9; ++y) {
    for (int x = 1; x < 9; ++x) EXPECT_EQ(values[y * 9 + x], 0.5);
  }
  EXPECT_DOUBLE_EQ(values[4 * 9], 2.5);
  EXPECT_DOUBLE_EQ(values[3 * 9], 0.5 + 2 * 0.5625);  // half a radius away: (1 − 1/4)²
  EXPECT_DOUBLE_EQ(values[5 * 9], values[3 * 9]);
  EXPECT_EQ(values[2 * 9], 0.5);
  paint({.x = 0, .y = 0, .radius = 1, .amount = 1}, field, {0, 3});
  EXPECT_EQ(values[0], 0.5);  // a corner
  EXPECT_GT(values[9], 0.5);
  EXPECT_DOUBLE_EQ(values[3 * 9], 0.5 + 2 * 0.5625);  // not among the rows
}

TEST(LaplaceLevels, HalveDownToOneNode) {
  std::vector<double> u(1000 * 1000);
  std::vector<double> b(1000 * 1000);
  for (const int n : {3, 4, 5, 6, 7, 17, 1000}) {
    const Levels<double> levels = make_levels(u.data(), u.data(), b.data(), n);
    std::ptrdiff_t used = 0;
    for (int i = 1; i < levels.count; ++i) {
      EXPECT_EQ(levels.level[i].n - 1, (levels.level[i - 1].n - 1 + 1) / 2);
      EXPECT_EQ(levels.level[i].u - u.data(), used);
      used += levels.level[i].n * levels.level[i].n;
    }
    EXPECT_EQ(levels.level[levels.count - 1].n, 3);
    EXPECT_LE(used, n * n) << "the coarser grids do not fit into a plane";
  }
}

/// What a coarse node lends to a fine one in interpolation is what it gets from it in restriction.
TEST(LaplaceLevels, RestrictionIsTheAdjointOfInterpolation) {
  for (const int fine : {3, 4, 5, 8, 13, 99, 1022}) {
    const int coarse = (fine + 1) / 2;
    const double per_fine = 1.0 / fine;
    for (int j = 1; j < coarse; ++j) {
      const Lends<double> lent = lends(j, fine, coarse, per_fine);
      for (int i = 1; i < fine; ++i) {
        const Between<double> place = between(i, fine, coarse, per_fine);
        const double weight = place.first == j ? place.near : place.first + 1 == j ? place.far : 0;
        const int m = i - lent.first;
        EXPECT_NEAR(m >= 0 && m < 4 ? lent.weight[m] : 0, weight, 1e-15) << i << " of " << fine << " to " << j;
        EXPECT_NEAR(weight, std::max(0.0, 1 - std::abs(static_cast<double>(i) / fine * coarse - j)), 1e-13);
      }
    }
  }
}

TEST(LaplaceModes, PowersNearOneKeepTheirDigits) {
  const double less = 1e-9;
  for (const int m : {1, 2, 3, 10, 1000, 32'767}) {
    // 1 − (1 − t)^m
    EXPECT_NEAR(less_power(less, m) / -std::expm1(m * std::log1p(-less)), 1, 1e-14) << m;
  }
  EXPECT_EQ(less_power(0.3, 0), 0);
  EXPECT_DOUBLE_EQ(less_power(0.5, 3), 0.875);
}

TEST(LaplaceModes, WhatIsLeftOutHasDecayed) {
  for (const int intervals : {2, 3, 63, 64, 65, 1000, 16'384}) {
    const ModeLayout layout = mode_layout(intervals);
    EXPECT_EQ(static_cast<int>(layout.first.size()) - 1, (intervals - 1 + tile_columns - 1) / tile_columns);
    for (std::size_t tile = 0; tile + 1 < layout.first.size(); ++tile) {
      const int modes = layout.first[tile + 1] - layout.first[tile];
      ASSERT_GE(modes, 1);
      ASSERT_LE(modes, intervals - 1);
      if (modes == intervals - 1) continue;
      const double beta = std::acosh(2 - std::cos(pi * (modes + 1) / intervals));
      EXPECT_GE(beta * (static_cast<double>(tile) * tile_columns + 1), 45.9);
    }
  }
}

}  // namespace
}  // namespace heteroscope::laplace
