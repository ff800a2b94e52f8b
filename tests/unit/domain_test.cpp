#include "core/types/domain.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>
#include <vector>

#include "core/color/colorize.hpp"
#include "core/color/palette.hpp"
#include "core/io/file.hpp"
#include "core/io/npy.hpp"
#include "core/memory/field.hpp"
#include "core/plan/partition.hpp"
#include "core/run/compare.hpp"
#include "core/summary/summary.hpp"
#include "tests/unit/made_fields.hpp"
#include "tests/unit/temporary_folder.hpp"

/// A triangle's values, and that what lies in memory outside of them shows nowhere.
namespace heteroscope {
namespace {

using testing::infinity;
using testing::nan;

bool below(int x, int y) {
  return x <= y;
}

TEST(Domain, CountsValues) {
  for (int width = 0; width <= 12; ++width) {
    for (const Domain domain : {Domain::whole, Domain::lower_triangle}) {
      std::int64_t values = 0;
      for (int y = 0; y <= 20; ++y) {
        EXPECT_EQ(values_above(domain, width, y), values) << width << " wide, " << y << " rows";
        int in_row = 0;
        for (int x = 0; x < width; ++x) in_row += domain == Domain::whole || below(x, y) ? 1 : 0;
        EXPECT_EQ(values_in_row(domain, width, y), in_row) << width << " wide, row " << y;
        values += in_row;
      }
    }
  }
}

TEST(Domain, CountsBeyondThirtyTwoBits) {
  EXPECT_EQ(values_above(Domain::lower_triangle, 131072, 131072), 8590000128);  // 131072 · 131073 / 2
  EXPECT_EQ(values_above(Domain::whole, 131072, 131072), 17179869184);
}

/// A triangle whose values are those of `inside`, row by row, and the rest of whose square holds `outside`.
template <class T>
struct Triangle {
  std::vector<T> memory;
  FieldView view;

  Triangle(int side, const std::vector<double>& inside, const std::vector<double>& outside) {
    std::size_t in = 0;
    std::size_t out = 0;
    for (int y = 0; y < side; ++y) {
      for (int x = 0; x < side; ++x) {
        memory.push_back(static_cast<T>(below(x, y) ? inside.at(in++) : outside[out++ % outside.size()]));
      }
    }
    view = {memory.data(), {side, side}, sizeof(T) == 4 ? Precision::fp32 : Precision::fp64, Domain::lower_triangle};
  }
};

const std::vector<double> garbage{nan, 1e30, -infinity, 0, -1e30};

template <class T>
class DomainOf : public ::testing::Test {};
using BothTypes = ::testing::Types<float, double>;
TYPED_TEST_SUITE(DomainOf, BothTypes);

TYPED_TEST(DomainOf, GarbageOutsideIsNotSummarized) {
  const Triangle<TypeParam> field(3, {4, 0, -2, 7, nan, 1}, garbage);
  for (const int threads : {1, 3}) {
    const Summary found = summarize(field.view, threads);
    EXPECT_EQ(found.minimum, -2);
    EXPECT_EQ(found.maximum, 7);
    EXPECT_EQ(found.sum, 10);
    EXPECT_EQ(found.zeros, 1);
    EXPECT_EQ(found.nans, 1);
    EXPECT_EQ(found.count, 6);
  }
}

TYPED_TEST(DomainOf, GarbageOutsideIsNotCompared) {
  const Triangle<TypeParam> a(3, {4, 0, -2, 7, 3, 1}, garbage);
  const Triangle<TypeParam> same(3, {4, 0, -2, 7, 3, 1}, {5, 6, 7});
  const Diff none = compare(a.view, same.view);
  EXPECT_TRUE(none.equal());
  EXPECT_EQ(none.max_error, 0);
  EXPECT_EQ(none.psnr_db, infinity);

  const Triangle<TypeParam> other(3, {4, 0, -2, 7, 4.5, 1}, {5, 6, 7});
  const Diff one = compare(a.view, other.view);
  EXPECT_EQ(one.differing, 1);
  EXPECT_EQ(one.beyond, 1);
  EXPECT_EQ(one.max_error, 1.5);
  EXPECT_EQ(one.mean_error, 0.25);  // 1.5 over 6 values, not 9 places
  EXPECT_DOUBLE_EQ(one.psnr_db, 10 * std::log10(9.0 * 9.0 / (2.25 / 6)));
  EXPECT_EQ(one.first_x, 1);
  EXPECT_EQ(one.first_y, 2);
}

TYPED_TEST(DomainOf, GarbageOutsideIsNotInTheDifferencesPicture) {
  const Triangle<TypeParam> a(3, {4, 0, -2, 7, 3, 1}, garbage);
  const Triangle<TypeParam> b(3, {4, 0, -2, 8, 3, 1}, {5, 6, 7});
  constexpr std::uint32_t black = 0xff000000U;
  for (const DiffStyle style : {DiffStyle::mask, DiffStyle::heat}) {
    const Pixels pixels = diff_picture(a.view, b.view, style, 1);
    ASSERT_EQ(pixels.size(), 9U);
    for (const std::size_t equal : {0, 3, 4, 7, 8}) EXPECT_EQ(pixels[equal], black) << equal;
    for (const std::size_t outside : {1, 2, 5}) EXPECT_EQ(pixels[outside], no_color) << outside;
    EXPECT_NE(pixels[6], black);
    EXPECT_EQ(pixels[6] >> 24, 255U);
  }
}

TYPED_TEST(DomainOf, OutsideIsTransparent) {
  const Triangle<TypeParam> field(4, {0, 1, 0, 1, 0, 1, 0, 1, 0, 1}, garbage);
  ColorMap map;
  map.table = find_palette("dusk").table.data();
  map.low = 0;
  map.high = 1;
  const Pixels pixels = colorize(field.view, map);
  ASSERT_EQ(pixels.size(), 16U);
  Pixels there(16, 0x12345678U);
  colorize(field.view, map, there.data());
  EXPECT_EQ(there, pixels);
  for (int y = 0, i = 0; y < 4; ++y) {
    for (int x = 0; x < 4; ++x) {
      const std::uint32_t found = pixels[static_cast<std::size_t>(4 * y + x)];
      if (below(x, y)) {
        EXPECT_EQ(found, i++ % 2 == 0 ? map.table[0] : map.table[palette_entries - 1]) << x << ", " << y;
        EXPECT_EQ(found >> 24, 255U) << x << ", " << y;
      } else {
        EXPECT_EQ(found, 0U) << x << ", " << y;
      }
    }
  }
}

TYPED_TEST(DomainOf, ZerosStandOutsideInFiles) {
  const Triangle<TypeParam> field(3, {4, 0, -2, 7, 3, 1}, garbage);
  const Field back = decode_npy(encode_npy(field.view), "a.npy");
  ASSERT_EQ(back.size(), (Size{3, 3}));
  const double expected[] = {4, 0, 0, 0, -2, 0, 7, 3, 1};
  for (int i = 0; i < 9; ++i) EXPECT_EQ(back.value(i % 3, i / 3), expected[i]) << i;
}

/// 700 rows of 5600 bytes are written in several pieces: cell by cell below the diagonal, zeros above.
TEST(Domain, LargeFilesAreWrittenInPieces) {
  constexpr int side = 700;
  std::vector<double> cells(std::size_t{side} * side);
  for (std::size_t i = 0; i < cells.size(); ++i) cells[i] = static_cast<double>(i) + 0.5;
  const testing::TemporaryFolder folder;
  const auto path = folder.path() / "a.npy";
  const auto check = [&](Domain domain) {
    write_file(path, [&](const Append& append) {
      make_npy({cells.data(), {side, side}, Precision::fp64, domain}, append);
    });
    const std::vector<std::byte> bytes = read_file(path);
    ASSERT_EQ(bytes.size(), 128 + cells.size() * sizeof(double));
    std::vector<double> found(cells.size());
    std::memcpy(found.data(), bytes.data() + 128, cells.size() * sizeof(double));
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const bool value = domain == Domain::whole || i % side <= i / side;
      ASSERT_EQ(found[i], value ? cells[i] : 0) << i;
    }
  };
  check(Domain::lower_triangle);
  check(Domain::whole);
}

TEST(Domain, AFieldKnowsWhereItHasValues) {
  const auto memory = std::make_shared<Buffer>(MemoryKind::host, 15 * sizeof(float));
  const Field triangle({3, 5}, Precision::fp32, memory, nullptr, Domain::lower_triangle);
  const Field whole({3, 5}, Precision::fp32, memory, nullptr);
  for (int y = -1; y <= 5; ++y) {
    for (int x = -1; x <= 3; ++x) {
      const bool inside = x >= 0 && x < 3 && y >= 0 && y < 5;
      EXPECT_EQ(whole.has(x, y), inside) << x << ", " << y;
      EXPECT_EQ(triangle.has(x, y), inside && below(x, y)) << x << ", " << y;
    }
  }
  EXPECT_EQ(triangle.host_view().domain, Domain::lower_triangle);
  EXPECT_EQ(triangle.with_host_copy().domain(), Domain::lower_triangle);
  EXPECT_EQ(triangle.host_view().count(), 1 + 2 + 3 + 3 + 3);
}

TEST(Domain, SplitIsByValues) {
  for (const int height : {1, 2, 3, 7, 100, 1024, 1025, 32768, 131072}) {
    const auto values = [](int rows) { return 0.5 * rows * (rows + 1.0); };
    int before = 0;
    for (int percent = 0; percent <= 100; percent += 5) {
      const double share = percent / 100.0;
      const Parts parts = parts_by_shares(std::vector{share}, {height, Domain::lower_triangle});
      SCOPED_TRACE(std::to_string(height) + " rows, " + std::to_string(percent) + " %");
      EXPECT_EQ(parts[0].begin, 0);
      EXPECT_EQ(parts[0].end, parts[1].begin);
      EXPECT_EQ(parts[1].end, height);
      const int rows = parts[0].count();
      EXPECT_GE(rows, before);
      before = rows;
      // no other number of rows comes closer
      const double wanted = share * values(height);
      const double error = std::abs(values(rows) - wanted);
      for (const int other : {std::max(rows - 1, 0), std::min(rows + 1, height)}) {
        EXPECT_LE(error, std::abs(values(other) - wanted));
      }
    }
    EXPECT_EQ(parts_by_shares(std::vector{0.0}, {height, Domain::lower_triangle})[0].count(), 0);
    EXPECT_EQ(parts_by_shares(std::vector{1.0}, {height, Domain::lower_triangle})[0].count(), height);
    EXPECT_EQ(parts_by_shares({}, {height, Domain::lower_triangle})[0], (Rows{0, height}));
  }
  // a half of the values is √½ of the rows: 70 rows have 2485 of 5050, 71 have 2556
  EXPECT_EQ(parts_by_shares(std::vector{0.5}, {100, Domain::lower_triangle})[0].count(), 71);
  EXPECT_EQ(parts_by_shares(std::vector{0.5}, {100, Domain::whole})[0].count(), 50);
}

}  // namespace
}  // namespace heteroscope
