#include <gtest/gtest.h>

#include <limits>
#include <map>
#include <random>
#include <vector>

#include "tests/conformance/histogram_parameters.hpp"

/// Which bin a value is in, by the language's own `%` and by exact integers.
namespace heteroscope::histogram {
namespace {

template <class T>
int bin_of(double value, const Parameters& p) {
  return with_bins<T>(p, [&](const auto& bins) { return bins(static_cast<T>(value)); });
}

template <class T>
class HistogramBins : public ::testing::Test {};
using Types = ::testing::Types<float, double>;
TYPED_TEST_SUITE(HistogramBins, Types);

TYPED_TEST(HistogramBins, OfARangeHoldTheirLowerEdge) {
  using T = TypeParam;
  const std::map<double, int> expected{{-1e30, 0}, {-1, 0},     {-0.25, 0}, {0, 0},     {1.9375, 0},
                                       {2, 1},     {3.9375, 1}, {4, 2},     {5.999, 2}, {6, 3},
                                       {7.99, 3},  {8, 3},      {100, 3},   {1e30, 3}};
  for (const auto& [value, bin] : expected) EXPECT_EQ(bin_of<T>(value, range(4, 0, 8)), bin) << value;
  const std::map<double, int> around_zero{{-2, 0}, {-1, 0},  {-0.5625, 0}, {-0.5, 1},   {-0.0625, 1},
                                          {0, 2},  {0.4, 2}, {0.5, 3},     {0.9375, 3}, {1, 3}};
  for (const auto& [value, bin] : around_zero) EXPECT_EQ(bin_of<T>(value, range(4, -1, 1)), bin) << value;
}

TYPED_TEST(HistogramBins, OfAModuloAreNeverNegative) {
  using T = TypeParam;
  const std::map<double, int> by_eight{{0, 0},  {0.999, 0}, {1, 1},        {7.5, 7},      {8, 0},
                                       {15, 7}, {-0.25, 7}, {-1, 7},       {-1.5, 6},     {-7, 1},
                                       {-8, 0}, {-8.5, 7},  {16777215, 7}, {-16777215, 1}};
  for (const auto& [value, bin] : by_eight) EXPECT_EQ(bin_of<T>(value, modulo(8)), bin) << value;
  const std::map<double, int> by_ten{{0, 0},   {9, 9},   {9.999, 9}, {10, 0},       {-0.5, 9},      {-1, 9},
                                     {-10, 0}, {-11, 9}, {-10.5, 9}, {16777215, 5}, {-16777215, 5}, {-16777214, 6}};
  for (const auto& [value, bin] : by_ten) EXPECT_EQ(bin_of<T>(value, modulo(10)), bin) << value;
  EXPECT_EQ(bin_of<T>(0x1p40, modulo(10)), 6);      // 1099511627776
  EXPECT_EQ(bin_of<T>(-0x1p40, modulo(10)), 4);     // -1099511627776 = -1099511627780 + 4
  EXPECT_EQ(bin_of<T>(0x1p61, modulo(1000)), 952);  // 2305843009213693952
}

TYPED_TEST(HistogramBins, OfWhatIsNoNumberExist) {
  using T = TypeParam;
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const Parameters& p : {range(7, 0, 1), modulo(7), modulo(8), modulo(1024)}) {
    EXPECT_EQ(bin_of<T>(nan, p), 0);
    for (const double far : {infinity, -infinity, 1e38, -1e38}) {
      EXPECT_GE(bin_of<T>(far, p), 0);
      EXPECT_LT(bin_of<T>(far, p), p.bins);
    }
  }
  EXPECT_EQ(bin_of<T>(infinity, range(7, 0, 1)), 6);
  EXPECT_EQ(bin_of<T>(-infinity, range(7, 0, 1)), 0);
}

TYPED_TEST(HistogramBins, QuickAndTamedOnesAreThePlainOnes) {
  using T = TypeParam;
  std::mt19937_64 random(11);
  for (const Parameters& p : {range(1000, -5e5, 2e7), modulo(1000), modulo(1024), modulo(2), modulo(3)}) {
    with_bins<T>(p, [&](const auto& bins) {
      for (int i = 0; i < 100'000; ++i) {
        const int exponent = static_cast<int>(random() % 80) - 20;
        const auto x =
            static_cast<T>(std::ldexp(static_cast<double>(static_cast<std::int64_t>(random())), exponent - 63));
        const T tamed = bins.tamed(x);
        ASSERT_TRUE(bins.is_quick(tamed)) << x;
        ASSERT_EQ(bins.quick(tamed), bins(x)) << x;
        if (bins.is_quick(x)) {
          ASSERT_EQ(bins.quick(x), bins(x)) << x;
        }
      }
    });
  }
}

/// Every number of bins up to 1024, and some up to the largest.
std::vector<int> numbers_of_bins() {
  std::vector<int> out;
  for (int bins = 2; bins <= 1024; ++bins) out.push_back(bins);
  for (const int bins : {1025, 12289, 16384, 30001, 40000, 65535, 65536}) out.push_back(bins);
  return out;
}

/// Against the language's % on 64-bit integers.
TYPED_TEST(HistogramBins, OfAModuloAreExactForEveryNumberOfBins) {
  using T = TypeParam;
  constexpr std::int64_t whole = std::int64_t{1} << std::numeric_limits<T>::digits;  // T holds all integers up to here
  std::mt19937_64 random(3);
  for (const int bins : numbers_of_bins()) {
    with_bins<T>(modulo(bins), [&](const auto& modulo_bins) {
      const auto check = [&](std::int64_t value) {
        const auto x = static_cast<T>(value);
        const auto held = static_cast<std::int64_t>(x);
        ASSERT_EQ(modulo_bins(x), ((held % bins) + bins) % bins) << held << " by " << bins;
      };
      for (std::int64_t value = -3 * bins; value <= 3 * bins; ++value) check(value);
      for (std::int64_t around :
           {std::int64_t{quick_modulo_limit}, std::int64_t{1} << 31, std::int64_t{1} << 32, whole}) {
        for (std::int64_t step = -2 * bins; step <= 2 * bins; step += 7) {
          check(around + step);
          check(-around + step);
        }
      }
      for (int i = 0; i < 300; ++i) {
        const auto some = static_cast<std::int64_t>(random() % (2 * whole)) - whole;
        check(some);
        check(some >> (random() % 40));
        const std::int64_t multiple = some % quick_modulo_limit / bins * bins;
        check(multiple - 1);
        check(multiple);
      }
    });
  }
}

/// From one end to the other, and beside all borders: as fp64 bins them, and modulo as % does.
TEST(HistogramWholeBins, AreThoseOfFp64) {
  std::mt19937_64 random(21);
  constexpr std::int64_t end = std::int64_t{1} << 31;
  std::vector<std::int32_t> values;
  for (const std::int64_t around : {-end, -end / 4, std::int64_t{0}, end / 4, end - 1}) {
    for (std::int64_t step = -3000; step <= 3000; ++step) {
      if (const std::int64_t value = around + step; value >= -end && value < end)
        values.push_back(static_cast<std::int32_t>(value));
    }
  }
  for (int i = 0; i < 20'000; ++i) values.push_back(static_cast<std::int32_t>(static_cast<std::uint32_t>(random())));
  for (const Parameters& p : {range(1000, -5e5, 2e7), range(7, -2147483648.0, 2147483648.0), range(8, -0.5, 10.25),
                              modulo(1000), modulo(1024), modulo(2), modulo(3)}) {
    with_bins<std::int32_t>(p, [&](const auto& bins) {
      for (const std::int32_t x : values) {
        ASSERT_EQ(bins(x), bin_of<double>(x, p)) << x << " in " << p.bins;
        ASSERT_TRUE(bins.is_quick(bins.tamed(x))) << x;
        ASSERT_EQ(bins.quick(bins.tamed(x)), bins(x)) << x;
        if (p.binning == Binning::modulo) {
          ASSERT_EQ(bins(x), (std::int64_t{x} % p.bins + p.bins) % p.bins) << x << " by " << p.bins;
        }
      }
    });
  }
}

/// The quotient's excess over u / d grows with u, and matters most where u = -1 modulo d: the largest such u decides
/// for all.
TEST(HistogramReciprocal, IsExactBelowTwoToThe31ForEveryNumberOfBins) {
  constexpr std::uint32_t limit = std::uint32_t{1} << 31;
  for (std::uint32_t d = 3; d <= most_bins; ++d) {
    if ((d & (d - 1)) == 0) continue;
    const Reciprocal reciprocal(d);
    const std::uint32_t hardest = limit / d * d - 1;
    for (const std::uint32_t u : {hardest, hardest + 1, hardest - d, limit - 1, 0U, 1U, d - 1, d, d + 1}) {
      ASSERT_EQ(reciprocal.quotient(u), u / d) << u << " by " << d;
      ASSERT_EQ(reciprocal.rest(u), u % d) << u << " by " << d;
    }
  }
  for (const std::uint32_t d : {3U, 5U, 7U, 641U, 1000U, 1023U}) {
    const Reciprocal reciprocal(d);
    for (std::uint32_t u = 0; u < 3'000'000; ++u) ASSERT_EQ(reciprocal.rest(u), u % d) << u << " by " << d;
  }
}

}  // namespace
}  // namespace heteroscope::histogram
