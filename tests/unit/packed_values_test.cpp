// Parts of fields, packed for files and messages.
#include "core/types/packed_values.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

namespace heteroscope {
namespace {

std::vector<float> packed_domain(Domain domain, const Cutout& part) {
  std::vector<float> all(static_cast<std::size_t>(part.whole.area()));
  std::iota(all.begin(), all.end(), 1.0F);
  std::vector<float> out(static_cast<std::size_t>(part.size.area()), -1);
  pack_values({all.data(), part.whole, Precision::fp32, domain}, part, out.data());
  return out;
}

TEST(PackedValues, RowsFollowEachOtherWithoutGaps) {
  EXPECT_EQ(packed_domain(Domain::whole, {1, 2, {2, 2}, {4, 5}}), (std::vector<float>{10, 11, 14, 15}));
  EXPECT_EQ(packed_domain(Domain::whole, {0, 0, {2, 2}, {2, 2}}), (std::vector<float>{1, 2, 3, 4}));
}

TEST(PackedValues, PlacesAboveATriangleAreZero) {
  EXPECT_EQ(packed_domain(Domain::lower_triangle, {1, 0, {2, 3}, {3, 3}}), (std::vector<float>{0, 0, 5, 0, 8, 9}));
}

}  // namespace
}  // namespace heteroscope
