#include "core/run/compare.hpp"
#include "core/color/palette.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "tests/unit/fake_workload.hpp"
#include "tests/unit/made_fields.hpp"

namespace heteroscope {
namespace {

using testing::infinity;
using testing::nan;
using testing::view_of;

constexpr std::uint32_t black = 0xff000000u;
constexpr std::uint32_t white = 0xffffffffu;

TEST(Compare, EqualFieldsHaveNoDifference) {
  std::vector<double> a{0, 1, nan, infinity, -infinity, 5};
  std::vector<double> b = a;
  b[0] = -0.0;
  const Diff diff = compare(view_of(a, 3), view_of(b, 3));
  EXPECT_TRUE(diff.equal());
  EXPECT_EQ(diff.beyond, 0);
  EXPECT_EQ(diff.max_error, 0);
  EXPECT_EQ(diff.mean_error, 0);
  EXPECT_EQ(diff.psnr_db, infinity);
  EXPECT_EQ(diff.first_x, -1);
  EXPECT_EQ(diff.first_y, -1);
  EXPECT_EQ(diff.size, (Size{3, 2}));
}

TEST(Compare, MeasuresTheErrors) {
  std::vector<double> a{0, 10, 4, 4, 4, 4};
  std::vector<double> b{0, 10, 4, 4.5, 4, 2};
  const Diff diff = compare(view_of(a, 3), view_of(b, 3), 0.5);
  EXPECT_EQ(diff.differing, 2);
  EXPECT_EQ(diff.beyond, 1);
  EXPECT_EQ(diff.max_error, 2);
  EXPECT_DOUBLE_EQ(diff.mean_error, 2.5 / 6);
  EXPECT_DOUBLE_EQ(diff.psnr_db, 10 * std::log10(100 / (4.25 / 6)));
  EXPECT_EQ(diff.first_x, 2);
  EXPECT_EQ(diff.first_y, 1);
  const Diff strict = compare(view_of(a, 3), view_of(b, 3));
  EXPECT_EQ(strict.beyond, 2);
  EXPECT_EQ(strict.first_x, 0);
  EXPECT_EQ(strict.first_y, 1);
}

TEST(Compare, TakesBothPrecisions) {
  std::vector<float> a{0.5f, 0.1f};
  std::vector<double> b{0.5, 0.1};
  const Diff diff = compare(view_of(a, 2), view_of(b, 2));
  EXPECT_EQ(diff.differing, 1);
  EXPECT_EQ(diff.max_error, std::fabs(0.1 - static_cast<double>(0.1f)));
}

TEST(Compare, TakesWholeNumbers) {
  std::vector<std::int32_t> a{1, -2, std::numeric_limits<std::int32_t>::max()};
  std::vector<double> b{1, -2.5, 2147483647};
  const Diff diff = compare(view_of(a, 3), view_of(b, 3));
  EXPECT_EQ(diff.differing, 1);
  EXPECT_EQ(diff.max_error, 0.5);
}

TEST(Compare, AMissingNumberIsAnInfiniteError) {
  std::vector<double> a{1, 2, 3};
  std::vector<double> b{1, nan, 3};
  for (const Diff& diff :
       {compare(view_of(a, 3), view_of(b, 3), 100), compare(view_of(b, 3), view_of(a, 3), infinity)}) {
    EXPECT_EQ(diff.differing, 1);
    EXPECT_EQ(diff.beyond, 1);
    EXPECT_EQ(diff.max_error, infinity);
    EXPECT_EQ(diff.psnr_db, -infinity);
    EXPECT_EQ(diff.first_x, 1);
  }
}

TEST(Compare, OppositeInfinitiesDiffer) {
  std::vector<double> a{infinity, infinity, 0};
  std::vector<double> b{-infinity, infinity, infinity};
  const Diff diff = compare(view_of(a, 3), view_of(b, 3), 1e300);
  EXPECT_EQ(diff.differing, 2);
  EXPECT_EQ(diff.beyond, 2);
  EXPECT_EQ(diff.mean_error, infinity);
  EXPECT_EQ(diff.psnr_db, -infinity);
}

TEST(Compare, FlatFieldHasNoSignal) {
  std::vector<double> a{1, 1};
  std::vector<double> b{1, 2};
  EXPECT_EQ(compare(view_of(a, 2), view_of(b, 2)).psnr_db, -infinity);
}

TEST(Compare, RefusesOtherSizes) {
  std::vector<double> a(6);
  const std::string line = "cannot compare 3x2 with 2x3: both must have the same size";
  EXPECT_EQ(testing::refusal([&] { (void)compare(view_of(a, 3), view_of(a, 2)); }), line);
  EXPECT_EQ(testing::refusal([&] { (void)diff_picture(view_of(a, 3), view_of(a, 2), DiffStyle::mask, 1); }), line);
}

TEST(DiffPicture, MaskIsWhiteWhereValuesDiffer) {
  std::vector<double> a{0, 1, nan, infinity};
  std::vector<double> b{0, 1.5, nan, 1};
  EXPECT_EQ(diff_picture(view_of(a, 2), view_of(b, 2), DiffStyle::mask, 0.5), (Pixels{black, white, black, white}));
}

TEST(DiffPicture, HeatEndsAtTheLargestError) {
  std::vector<double> a{0, 0, 0, 0};
  std::vector<double> b{0, 1e-9, 2, 4};
  const auto pixels = diff_picture(view_of(a, 4), view_of(b, 4), DiffStyle::heat, 4);
  const auto& ember = find_palette("ember").table;
  EXPECT_EQ(pixels[0], black);
  EXPECT_EQ(pixels[1], ember[204]);
  EXPECT_NE(pixels[1], black);
  EXPECT_EQ(pixels[2], ember[613]);
  EXPECT_EQ(pixels[3], ember[palette_entries - 1]);
}

TEST(DiffPicture, HeatBearsInfiniteErrors) {
  std::vector<double> a{0, 0, 0, infinity};
  std::vector<double> b{0, 1, nan, -infinity};
  const auto pixels = diff_picture(view_of(a, 4), view_of(b, 4), DiffStyle::heat, infinity);
  EXPECT_EQ(pixels[0], black);
  EXPECT_EQ(pixels[1], find_palette("ember").table[204]);
  EXPECT_EQ(pixels[2], white);
  EXPECT_EQ(pixels[3], white);
}

TEST(DiffPicture, APixelOfManyValuesHasTheLargestError) {
  // 5 × 3 values, a pixel for each 2 × 2: of the last column and row there is less
  std::vector<double> a(15);
  std::vector<double> b(15);
  b[1] = 1;
  b[5] = 4;
  b[14] = -2;
  EXPECT_EQ(diff_picture_size({5, 3}, 2), (Size{3, 2}));
  const auto& ember = find_palette("ember").table;
  EXPECT_EQ(diff_picture(view_of(a, 5), view_of(b, 5), DiffStyle::heat, 4, 2),
            (Pixels{ember[palette_entries - 1], black, black, black, black, ember[613]}));
  EXPECT_EQ(diff_picture(view_of(a, 5), view_of(b, 5), DiffStyle::mask, 4, 3), (Pixels{white, white}));
}

TEST(DiffPicture, IsTransparentOutsideOfTheDomain) {
  std::vector<double> a(9);
  std::vector<double> b{0, 1, 1, 0, 0, 1, 2, 0, 0};
  FieldView triangle = view_of(a, 3);
  triangle.domain = Domain::lower_triangle;
  FieldView other = view_of(b, 3);
  other.domain = Domain::lower_triangle;
  EXPECT_EQ(diff_picture(triangle, other, DiffStyle::mask, 2),
            (Pixels{black, 0, 0, black, black, 0, white, black, black}));
  EXPECT_EQ(diff_picture(triangle, other, DiffStyle::mask, 2, 2), (Pixels{black, 0, white, black}));
}

}  // namespace
}  // namespace heteroscope
