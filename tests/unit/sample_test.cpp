#include "core/summary/sample.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <optional>
#include <random>
#include <vector>

#include "core/color/colorize.hpp"
#include "core/color/palette.hpp"
#include "core/device/device.hpp"
#include "core/summary/summary_device.hpp"
#include "tests/unit/fake_workload.hpp"
#include "tests/unit/made_fields.hpp"

namespace heteroscope {
namespace {

using testing::infinity;
using testing::nan;

template <class T>
constexpr Precision precision_of = std::is_integral_v<T> ? Precision::int32
                                   : sizeof(T) == 4      ? Precision::fp32
                                                         : Precision::fp64;

template <class T>
Field field_of(Size size, const std::vector<T>& values, Domain domain = Domain::whole) {
  auto buffer = std::make_shared<Buffer>(MemoryKind::host, values.size() * sizeof(T));
  std::memcpy(buffer->host(), values.data(), values.size() * sizeof(T));
  return {size, precision_of<T>, std::move(buffer), nullptr, domain};
}

template <class T>
std::vector<T> sampled(const Field& field, const SampleGrid& grid) {
  std::vector<T> out(static_cast<std::size_t>(grid.size.area()), T{-12345});
  sample(field.host_view(), grid, out.data());
  return out;
}

/// Values without pattern, some of them NaN.
template <class T>
std::vector<T> noise(Size size, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<T> out(static_cast<std::size_t>(size.area()));
  for (T& each : out) each = static_cast<T>(random() % 16 == 0 ? nan : std::ldexp(random(), -28) - 7);
  return out;
}

/// An element's value by the definition: over its cells one by one. Nothing where no cell is in the domain. The sum is
/// in long double, so that the order does not matter but for the last digits.
template <class T>
std::optional<double> element(const Field& field, const SampleGrid& grid, int i, int j) {
  bool any = false;
  int count = 0;
  long double sum = 0;
  for (int y = grid.y + j * grid.down; y < grid.y + (j + 1) * grid.down; ++y) {
    for (int x = grid.x + i * grid.across; x < grid.x + (i + 1) * grid.across; ++x) {
      if (x >= field.size().width || y >= field.size().height) continue;
      if (field.domain() == Domain::lower_triangle && x > y) continue;
      any = true;
      const T value = field.host_view().row<T>(y)[x];
      if (std::isnan(value)) continue;
      ++count;
      sum += value;
    }
  }
  if (!any) return std::nullopt;
  return count == 0 ? nan : static_cast<double>(sum / count);
}

template <class T>
void expect_definition(const Field& field, const SampleGrid& grid) {
  const std::vector<T> out = sampled<T>(field, grid);
  for (int j = 0; j < grid.size.height; ++j) {
    for (int i = 0; i < grid.size.width; ++i) {
      const T got =
          out[static_cast<std::size_t>(j) * static_cast<std::size_t>(grid.size.width) + static_cast<std::size_t>(i)];
      const auto want = element<T>(field, grid, i, j);
      SCOPED_TRACE(::testing::Message() << "element " << i << ", " << j);
      ASSERT_EQ(is_no_value(got), !want.has_value());
      if (!want) continue;
      ASSERT_EQ(std::isnan(got), std::isnan(*want));
      if (!std::isnan(got)) {
        ASSERT_NEAR(got, *want, sizeof(T) == 4 ? 1e-6 : 1e-14);
      }
    }
  }
}

template <class T>
class Sample : public ::testing::Test {};
using Precisions = ::testing::Types<float, double>;
TYPED_TEST_SUITE(Sample, Precisions);

TYPED_TEST(Sample, IsTheMeanOfTheCells) {
  const Size size{53, 41};
  for (const Domain domain : {Domain::whole, Domain::lower_triangle}) {
    const Field field = field_of(size, noise<TypeParam>(size, 5), domain);
    for (const SampleGrid& grid :
         {SampleGrid{0, 0, 1, 1, size}, SampleGrid{0, 0, 2, 2, {27, 21}}, SampleGrid{0, 0, 53, 41, {1, 1}},
          SampleGrid{0, 0, 7, 3, {8, 14}}, SampleGrid{14, 9, 7, 3, {4, 6}}, SampleGrid{5, 5, 1, 8, {20, 4}},
          SampleGrid{5, 5, 8, 1, {4, 20}}, SampleGrid{52, 40, 1, 1, {1, 1}}}) {
      SCOPED_TRACE(::testing::Message() << "steps " << grid.across << ", " << grid.down);
      expect_definition<TypeParam>(field, grid);
    }
  }
}

TYPED_TEST(Sample, ReachesBeyondTheField) {
  const Size size{30, 20};
  for (const Domain domain : {Domain::whole, Domain::lower_triangle}) {
    const Field field = field_of(size, noise<TypeParam>(size, 7), domain);
    // the last column and row have less than a whole element, and some elements nothing at all
    expect_definition<TypeParam>(field, {0, 0, 8, 8, {6, 5}});
    expect_definition<TypeParam>(field, {16, 16, 4, 3, {6, 6}});
    expect_definition<TypeParam>(field, {28, 18, 1, 1, {5, 5}});
  }
}

TYPED_TEST(Sample, ATriangleEndsAtItsDiagonal) {
  // Ones inside; what is outside must not be read.
  const Size size{64, 64};
  std::vector<TypeParam> values(64 * 64, 1000);
  for (std::size_t y = 0; y < 64; ++y) std::fill_n(values.begin() + static_cast<std::ptrdiff_t>(64 * y), y + 1, 1);
  const Field field = field_of(size, values, Domain::lower_triangle);
  const auto out = sampled<TypeParam>(field, {0, 0, 4, 4, {16, 16}});
  int inside = 0;
  for (const TypeParam each : out) {
    if (is_no_value(each)) continue;
    EXPECT_EQ(each, 1);
    ++inside;
  }
  EXPECT_EQ(inside, 16 * 17 / 2);
}

TYPED_TEST(Sample, SingleCellsAreThemselves) {
  const std::vector<TypeParam> values{TypeParam(0.1),
                                      TypeParam(-0.0),
                                      TypeParam(infinity),
                                      TypeParam(nan),
                                      std::numeric_limits<TypeParam>::denorm_min(),
                                      -TypeParam(infinity)};
  const Field field = field_of({3, 2}, values);
  const auto out = sampled<TypeParam>(field, {0, 0, 1, 1, {3, 2}});
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i == 3) continue;
    EXPECT_EQ(std::memcmp(&out[i], &values[i], sizeof(TypeParam)), 0) << i;
  }
  EXPECT_TRUE(std::isnan(out[3]));
}

TYPED_TEST(Sample, ANanOfTheFieldIsNeverTakenForNoValue) {
  // all bits set, as in memory that nobody wrote
  std::vector<TypeParam> values(16, no_value<TypeParam>());
  const Field field = field_of({4, 4}, values);
  for (const int step : {1, 2}) {
    for (const TypeParam each : sampled<TypeParam>(field, {0, 0, step, step, {4 / step, 4 / step}})) {
      EXPECT_TRUE(std::isnan(each));
      EXPECT_FALSE(is_no_value(each));
    }
  }
}

TYPED_TEST(Sample, NoCellIsLeftOut) {
  // one bright cell among 32 × 32, wherever it is
  for (const std::size_t at : {0U, 31U, 500U, 32U * 32U - 1U}) {
    std::vector<TypeParam> values(32 * 32);
    values[at] = 1024;
    EXPECT_EQ(sampled<TypeParam>(field_of({32, 32}, values), {0, 0, 32, 32, {1, 1}}).front(), 1);
  }
}

TYPED_TEST(Sample, InfinitiesCancelToTheOneNan) {
  const Field field = field_of<TypeParam>({4, 1}, {TypeParam(infinity), 1, TypeParam(infinity), -TypeParam(infinity)});
  const auto out = sampled<TypeParam>(field, {0, 0, 2, 1, {2, 1}});
  EXPECT_EQ(out[0], TypeParam(infinity));
  EXPECT_TRUE(std::isnan(out[1]));
  EXPECT_FALSE(std::signbit(out[1]));
}

TEST(SampleOfField, TheOrderOfAdditionIsByColumns) {
  // 2⁵³ + 1 is 2⁵³: by columns (2⁵³ − 2⁵³) + (1 + 1), by rows (2⁵³ + 1) + (−2⁵³ + 1)
  const double large = std::ldexp(1.0, 53);
  const Field field = field_of<double>({2, 2}, {large, 1, -large, 1});
  EXPECT_EQ(sampled<double>(field, {0, 0, 2, 2, {1, 1}}).front(), 0.5);
}

TEST(SampleOfField, MeansOfWholeNumbersAreFp64) {
  const Field field = field_of<std::int32_t>({2, 2}, {2147483647, 1, -1, 0});
  EXPECT_EQ(sampled<double>(field, {0, 0, 2, 2, {1, 1}}).front(), 2147483647 / 4.0);
  EXPECT_EQ(sampled<double>(field, {0, 0, 1, 1, {2, 2}}), (std::vector<double>{2147483647, 1, -1, 0}));
  BufferPool pool;
  EXPECT_EQ(sample(field, {0, 0, 2, 2, {1, 1}}, pool).precision(), Precision::fp64);
}

TEST(SampleOfField, ASampleKeepsItsElementsWhileItMoves) {
  const Size size{100, 100};
  const Field field = field_of(size, noise<float>(size, 11), Domain::lower_triangle);
  const auto whole = sampled<float>(field, {0, 0, 4, 4, {25, 25}});
  const auto part = sampled<float>(field, {20, 40, 4, 4, {10, 12}});
  for (std::size_t j = 0; j < 12; ++j) {
    EXPECT_EQ(std::memcmp(&part[10 * j], &whole[25 * (j + 10) + 5], 10 * sizeof(float)), 0) << j;
  }
}

TEST(SampleOfField, IsTransparentWhereTheDomainHasNoCell) {
  const Field field = field_of<float>({4, 4}, std::vector<float>(16, 0.5F), Domain::lower_triangle);
  BufferPool pool;
  const Field out = sample(field, {0, 0, 2, 2, {2, 2}}, pool);
  EXPECT_EQ(out.domain(), Domain::marked);
  EXPECT_EQ(out.size(), (Size{2, 2}));
  ColorMap map;
  map.table = find_palette("gray").table.data();
  const auto pixels = colorize(out.host_view(), map);
  const std::uint32_t half = map.table[palette_entries / 2];
  EXPECT_EQ(pixels, (Pixels{half, no_color, half, half}));
  // an ordinary field of such NaNs is not transparent
  const Field nans = field_of<float>({1, 1}, {no_value<float>()});
  EXPECT_EQ(colorize(nans.host_view(), map).front(), map.nan_color);
}

TEST(SampleOfField, MustLieInTheField) {
  const Field field = field_of<float>({4, 3}, std::vector<float>(12));
  BufferPool pool;
  const auto refused = [&](const SampleGrid& grid) {
    return testing::refusal([&] { (void)sample(field, grid, pool); });
  };
  EXPECT_EQ(refused({4, 0, 1, 1, {1, 1}}),
            "a sample of 1x1 elements of 1x1 cells, from 4, 0 on, does not lie in 4x3 cells");
  EXPECT_FALSE(refused({0, -1, 1, 1, {1, 1}}).empty());
  EXPECT_FALSE(refused({0, 0, 0, 1, {1, 1}}).empty());
  EXPECT_FALSE(refused({0, 0, 1, 1, {0, 1}}).empty());
}

TYPED_TEST(Sample, HasTheSameBitsOnTheDevice) {
  if (!device::facts().available) GTEST_SKIP() << device::facts().why_not;
  const Size size{700, 650};
  const device::Stream stream;
  for (const Domain domain : {Domain::whole, Domain::lower_triangle}) {
    const Field field = field_of(size, noise<TypeParam>(size, 3), domain);
    const Buffer there(MemoryKind::device, field.bytes());
    device::copy(there.device(), field.host_view().data, field.bytes(), device::Direction::to_device, stream);
    FieldView view = field.host_view();
    view.data = there.device();
    for (const SampleGrid& grid :
         {SampleGrid{0, 0, 1, 1, size}, SampleGrid{3, 5, 1, 1, {690, 640}}, SampleGrid{0, 0, 3, 5, {240, 130}},
          SampleGrid{64, 64, 32, 32, {20, 19}}, SampleGrid{0, 0, 300, 7, {3, 93}}, SampleGrid{0, 0, 700, 650, {1, 1}},
          SampleGrid{7, 0, 1, 9, {693, 73}}, SampleGrid{0, 0, 200, 1, {5, 655}}}) {
      std::vector<TypeParam> got(static_cast<std::size_t>(grid.size.area()));
      const Buffer out(MemoryKind::device, got.size() * sizeof(TypeParam));
      device::sample(view, grid, out.device(), stream);
      device::copy(got.data(), out.device(), out.bytes(), device::Direction::to_host, stream);
      stream.synchronize();
      const std::vector<TypeParam> want = sampled<TypeParam>(field, grid);
      EXPECT_EQ(std::memcmp(got.data(), want.data(), out.bytes()), 0)
          << "steps " << grid.across << ", " << grid.down << " from " << grid.x << ", " << grid.y;
    }
  }
}

}  // namespace
}  // namespace heteroscope
