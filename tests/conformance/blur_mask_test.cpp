#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "tests/conformance/blur_images.hpp"

/// The blur's weights, and which pixels they meet beyond the border.
namespace heteroscope::blur {
namespace {

using testing::binomial_sigma;
using testing::borders;
using testing::walked;

TEST(BlurMask, SumsToOneAndIsSymmetric) {
  for (int radius = 1; radius <= max_radius; ++radius) {
    for (const double sigma : {0.0, 0.1, 0.7, 5.0, 100.0}) {
      const Parameters p{radius, sigma, Border::zero};
      const LineMask<double> line = line_weights(p);
      double sum = 0;
      for (const double weight : line.weight) sum += weight;
      EXPECT_NEAR(sum, 1, 1e-14);
      for (int i = 0; i <= 2 * radius; ++i) {
        EXPECT_EQ(line.weight[i], line.weight[2 * radius - i]);
      }
      double square = 0;
      for (const float weight : square_mask<float>(p)) square += static_cast<double>(weight);
      EXPECT_NEAR(square, 1, 1e-6);
    }
  }
}

TEST(BlurMask, PinnedWeights) {
  // radius 1, σ = 1/2: e⁻² = 0.1353352832366127 beside 1, so 1 / 1.2706705664732254 in the middle
  const auto narrow = line_weights({1, 0, Border::zero});
  EXPECT_DOUBLE_EQ(narrow.weight[1], 0.78698604216159851);
  EXPECT_DOUBLE_EQ(narrow.weight[0], 0.10650697891920075);
  EXPECT_EQ(narrow.weight[3], 0);
  const auto binomial = line_weights({1, binomial_sigma, Border::zero});
  EXPECT_NEAR(binomial.weight[0], 0.25, 1e-15);
  EXPECT_NEAR(binomial.weight[1], 0.5, 1e-15);
  // neighbors k and k + 1 of the center stand as exp((2k + 1) / 2σ²)
  const auto wide = line_weights({7, 3, Border::zero});
  for (int k = 0; k < 7; ++k) {
    EXPECT_NEAR(wide.weight[7 + k] / wide.weight[8 + k], std::exp((2 * k + 1) / 18.0), 1e-14);
  }
}

TEST(BlurBorder, PinnedIndices) {
  const auto line = [](int n, Border border) {
    std::vector<int> out;
    for (int i = -5; i < n + 5; ++i) out.push_back(border_index(i, n, border));
    return out;
  };
  EXPECT_EQ(line(3, Border::zero), (std::vector{-1, -1, -1, -1, -1, 0, 1, 2, -1, -1, -1, -1, -1}));
  EXPECT_EQ(line(3, Border::clamp), (std::vector{0, 0, 0, 0, 0, 0, 1, 2, 2, 2, 2, 2, 2}));
  EXPECT_EQ(line(3, Border::mirror), (std::vector{1, 0, 1, 2, 1, 0, 1, 2, 1, 0, 1, 2, 1}));
  EXPECT_EQ(line(2, Border::mirror), (std::vector{1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0}));
  EXPECT_EQ(line(1, Border::mirror), std::vector<int>(11, 0));
  for (const Border border : borders) {
    for (int n = 1; n < 12; ++n) {
      for (int i = -70; i < n + 70; ++i)
        ASSERT_EQ(border_index(i, n, border), walked(i, n, border)) << i << " of " << n;
    }
  }
}

}  // namespace
}  // namespace heteroscope::blur
