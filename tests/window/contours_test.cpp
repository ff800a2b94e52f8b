#include "app/window/features/run/contours.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "app/window/picture/field_samples.hpp"

namespace heteroscope {
namespace {

FieldSamples sampled(int n, auto value) {
  FieldSamples out{{n, n}, {}};
  for (int y = 0; y < n; ++y) {
    for (int x = 0; x < n; ++x) out.values.push_back(value(x / (n - 1.0), y / (n - 1.0)));
  }
  return out;
}

TEST(Contours, OfAPlaneAreStraight) {
  const auto pieces = contour_pieces(sampled(9, [](double x, double) { return x; }), {0.3});
  ASSERT_EQ(pieces.size(), 8U);
  for (const ContourPiece& piece : pieces) {
    EXPECT_NEAR(piece.from.x, 0.3, 1e-12);
    EXPECT_NEAR(piece.to.x, 0.3, 1e-12);
    EXPECT_NEAR(std::abs(piece.from.y - piece.to.y), 1.0 / 8, 1e-12);
  }
}

TEST(Contours, OfAConeAreACircle) {
  const auto pieces =
      contour_pieces(sampled(129, [](double x, double y) { return std::hypot(x - 0.5, y - 0.5); }), {0.2, 0.4});
  double length[2] = {0, 0};
  for (const ContourPiece& piece : pieces) {
    const double radius = piece.level == 0 ? 0.2 : 0.4;
    EXPECT_NEAR(std::hypot(piece.from.x - 0.5, piece.from.y - 0.5), radius, 1e-3);
    length[piece.level] += std::hypot(piece.from.x - piece.to.x, piece.from.y - piece.to.y);
  }
  EXPECT_NEAR(length[0], 2 * std::numbers::pi * 0.2, 2e-3);
  EXPECT_NEAR(length[1], 2 * std::numbers::pi * 0.4, 2e-3);
}

TEST(Contours, ASaddleHasTwoLinesThatDoNotCross) {
  // corners 1 0 / 0 1: the mean is 1/2, so that 0.4 lies below it and cuts off the corners with 0
  const FieldSamples saddle{{2, 2}, {1, 0, 0, 1}};
  const auto pieces = contour_pieces(saddle, {0.4});
  ASSERT_EQ(pieces.size(), 2U);
  for (const ContourPiece& piece : pieces) {
    // each joins two neighboring sides at the corner (1, 0) or (0, 1)
    const double from = piece.from.x - piece.from.y;
    const double to = piece.to.x - piece.to.y;
    EXPECT_NEAR(std::abs(from), 0.6, 1e-12);
    EXPECT_NEAR(from, to, 1e-12);
  }
}

TEST(Contours, NoLinesWhereValuesAreNotFinite) {
  FieldSamples samples = sampled(3, [](double x, double) { return x; });
  samples.values[4] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(contour_pieces(samples, {0.4}).empty());
}

TEST(FieldSamples, TakeTheEndsAndEqualDistances) {
  const Size size{5, 3};
  const auto buffer = std::make_shared<Buffer>(MemoryKind::host, 15 * sizeof(float));
  for (int i = 0; i < 15; ++i) static_cast<float*>(buffer->host())[i] = static_cast<float>(i);
  const Field field(size, Precision::fp32, buffer, nullptr);
  EXPECT_EQ(row_samples(field, 1, 3), (std::vector<double>{5, 7, 9}));
  EXPECT_EQ(row_samples(field, 2, 100).size(), 5U);
  const FieldSamples samples = samples_of(field, 2);
  EXPECT_EQ(samples.size, (Size{2, 2}));
  EXPECT_EQ(samples.values, (std::vector<double>{0, 4, 10, 14}));
}

TEST(FieldSamples, AreNaNWhereTheFieldHasNoValue) {
  const auto buffer = std::make_shared<Buffer>(MemoryKind::host, 9 * sizeof(double));
  for (int i = 0; i < 9; ++i) static_cast<double*>(buffer->host())[i] = i;
  const Field field({3, 3}, Precision::fp64, buffer, nullptr, Domain::lower_triangle);
  const std::vector<double> row = row_samples(field, 1, 3);
  EXPECT_EQ(row[0], 3);
  EXPECT_EQ(row[1], 4);
  EXPECT_TRUE(std::isnan(row[2]));
  const FieldSamples samples = samples_of(field, 2);
  EXPECT_TRUE(std::isnan(samples.at(1, 0)));
  EXPECT_EQ(samples.at(0, 1), 6);
  EXPECT_EQ(samples.at(1, 1), 8);
}

}  // namespace
}  // namespace heteroscope
