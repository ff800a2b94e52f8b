#include "core/run/other_values.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

namespace heteroscope {
namespace {

float as_float(ValueBits bits) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
}

TEST(OtherValues, AreBesideThoseThatWereThere) {
  for (const float value : {1.0F, -255.0F, 3.7e-5F}) {
    for (int i = 0; i < 100; ++i) {
      const float other = as_float(number_beside(std::bit_cast<std::uint32_t>(value), Precision::fp32));
      EXPECT_GT(std::abs(other / value - 1), 0x1p-6F) << "more than roundings";
      EXPECT_LT(std::abs(other / value - 1), 0.25F);
      const auto in_fp64 = static_cast<double>(value);
      const auto other_in_fp64 =
          std::bit_cast<double>(number_beside(std::bit_cast<ValueBits>(in_fp64), Precision::fp64));
      EXPECT_GT(std::abs(other_in_fp64 / in_fp64 - 1), 0x1p-6) << "more than roundings";
      EXPECT_LT(std::abs(other_in_fp64 / in_fp64 - 1), 0.25);
    }
  }
  for (const float none : {0.0F, 1e-42F, INFINITY, NAN}) {
    const float other = as_float(number_beside(std::bit_cast<std::uint32_t>(none), Precision::fp32));
    EXPECT_TRUE(other > 1 && other < 2) << other;
  }
}

TEST(OtherValues, MayBeLarge) {
  for (int i = 0; i < 100; ++i) {
    EXPECT_GT(as_float(large_number(Precision::fp32)), 1e6F);
    EXPECT_LT(as_float(large_number(Precision::fp32)), 3e6F);
    EXPECT_GT(std::bit_cast<double>(large_number(Precision::fp64)), 1e6);
    EXPECT_LT(std::bit_cast<double>(large_number(Precision::fp64)), 3e6);
  }
}

TEST(OtherValues, AreSlightlyLess) {
  for (const double value : {1.0, -3e300, 1e-300, 0.7}) {
    const auto less = std::bit_cast<double>(slightly_less(std::bit_cast<ValueBits>(value), Precision::fp64));
    EXPECT_LT(std::abs(less), std::abs(value));
    EXPECT_GT(std::abs(less), std::abs(value) * (1 - 0x1p-14));
  }
  for (const double same : {0.0, -0.0, std::numeric_limits<double>::denorm_min(), std::numeric_limits<double>::min(),
                            std::numeric_limits<double>::infinity()}) {
    const auto bits = std::bit_cast<ValueBits>(same);
    EXPECT_EQ(slightly_less(bits, Precision::fp64), bits) << same;
  }
  EXPECT_EQ(slightly_less(1'000'000'000, Precision::int32), 1'000'000'000U);
}

TEST(OtherValues, AreFewOfAField) {
  std::vector<float> values(1000, 2.5F);
  OtherValues(std::nullopt).change({values.data(), {50, 20}, Precision::fp32});
  const auto changed = std::erase_if(values, [](float each) { return each != 2.5F; });
  EXPECT_GE(changed, 1U);
  EXPECT_LE(changed, 4U);
}

TEST(OtherValues, AreTheSameForTheSameNumber) {
  const auto changed_by = [](const std::optional<std::uint32_t>& number) {
    std::vector<double> values(1000, -2.5);
    values[500] = 0;
    OtherValues(number).change({values.data(), {50, 20}, Precision::fp64});
    return values;
  };
  const std::vector<double> one = changed_by(7);
  EXPECT_EQ(one, changed_by(7));
  EXPECT_NE(one, changed_by(8));
  EXPECT_NE(changed_by(std::nullopt), changed_by(std::nullopt)) << "nobody foresees these";
  EXPECT_EQ(one[500], 0) << "an edge that is kept at 0 stays";
  EXPECT_GT(std::ranges::count_if(one, [](double each) { return each > -2.5 * (1 - 0x1p-6); }), 100);
  EXPECT_TRUE(std::ranges::all_of(one, [](double each) { return each <= 0 && each >= -2.5; }))
      << "they stay in the range of those that were there";
}

TEST(OtherValues, AreClearlyLess) {
  for (const double value : {1.0, -3e300, 1e-300, 0.7}) {
    for (int i = 0; i < 100; ++i) {
      const auto less = std::bit_cast<double>(clearly_less(std::bit_cast<ValueBits>(value), Precision::fp64));
      EXPECT_LT(std::abs(less), std::abs(value) * (1 - 0x1p-7));
      EXPECT_GT(std::abs(less), std::abs(value) * (1 - 0x1p-3));
    }
  }
  EXPECT_EQ(clearly_less(0, Precision::fp64), 0U);
}

}  // namespace
}  // namespace heteroscope
