#include "kernels/binarize/sums/exact_sum.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "core/device/device.hpp"
#include "kernels/binarize/sums/compensated_sum.hpp"
#include "kernels/binarize/workload.hpp"

/// Sums that are the same in any order and on any number of lanes, and the exact ones, rounded once. Only CPU variants
/// can be given a job by hand; on the GPU `verify` compares with them.
namespace heteroscope::binarize {
namespace {

__extension__ using Wide = __int128;
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double least = std::numeric_limits<double>::denorm_min();
constexpr double greatest = std::numeric_limits<double>::max();

const Variant& exact() {
  return *workload.stages.front().find("simd_exact");
}

/// Of a picture that is `width` wide, by so many lanes of about the same number of rows; over `divisor`.
template <class T>
double sum_of(std::vector<T> values, int width, int lanes = 1, int threads = 1, std::int64_t divisor = 1) {
  const Size size{width, static_cast<int>(values.size()) / width};
  const FieldView view{values.data(), size, sizeof(T) == sizeof(float) ? Precision::fp32 : Precision::fp64};
  const Summary summary = summarize(view, 1);
  std::array<double, partial_count> partials{};
  ReduceJob job;
  job.input = view;
  job.largest = largest_magnitude(summary);
  job.partials = partials.data();
  job.partial_count = partial_count;
  job.threads = threads;
  for (int i = 0; i < lanes; ++i) {
    job.rows = {i * size.height / lanes, (i + 1) * size.height / lanes};
    exact().run(job);
  }
  return total_of(partials, summary, divisor);
}

class ExactSum : public ::testing::Test {
 protected:
  void SetUp() override {
    const std::string reason = exact().unavailable(device::facts());
    if (!reason.empty()) GTEST_SKIP() << reason;
  }
};

TEST_F(ExactSum, HasTheSameBitsInAnyOrderOnAnyLanes) {
  std::mt19937_64 random(3);
  std::normal_distribution<double> mantissa;
  std::uniform_int_distribution<int> exponent(-60, 60);
  std::vector<double> values(37 * 211);
  for (double& each : values) each = std::ldexp(mantissa(random), exponent(random));
  const double expected = sum_of(values, 37);
  for (const int lanes : {1, 2, 3, 5, 8}) {
    for (const int threads : {1, 2, 7}) EXPECT_EQ(sum_of(values, 37, lanes, threads), expected) << lanes << threads;
  }
  for (int i = 0; i < 20; ++i) {
    std::ranges::shuffle(values, random);
    EXPECT_EQ(sum_of(values, i % 2 == 0 ? 211 : static_cast<int>(values.size())), expected);
  }
}

TEST_F(ExactSum, IsTheExactOneRoundedOnce) {
  std::mt19937_64 random(5);
  std::uniform_int_distribution<std::int64_t> step(-(std::int64_t{1} << 52), std::int64_t{1} << 52);
  std::uniform_int_distribution<int> shift(0, 40);
  for (int i = 0; i < 50; ++i) {
    std::vector<double> values(static_cast<std::size_t>(1 + 97 * i));
    Wide sum = 0;
    for (double& each : values) {
      const std::int64_t mantissa = step(random);
      const int by = shift(random);
      each = std::ldexp(static_cast<double>(mantissa), by - 300);
      sum += static_cast<Wide>(mantissa) << by;
    }
    EXPECT_EQ(sum_of(values, static_cast<int>(values.size())), std::ldexp(static_cast<double>(sum), -300)) << i;
  }
}

TEST_F(ExactSum, OfSinglePrecision) {
  std::mt19937 random(7);
  std::uniform_real_distribution<float> value(-1, 300);
  std::vector<float> values(4099 * 3);
  Wide sum = 0;
  for (float& each : values) {
    each = value(random);
    sum += static_cast<Wide>(std::ldexp(static_cast<double>(each), 40));
    each = static_cast<float>(std::ldexp(std::trunc(std::ldexp(static_cast<double>(each), 40)), -40));
  }
  EXPECT_EQ(sum_of(values, 4099, 2, 3), std::ldexp(static_cast<double>(sum), -40));
}

TEST_F(ExactSum, OfTheEndsOfTheRange) {
  EXPECT_EQ(sum_of<double>({0, -0.0, 0}, 3), 0);
  EXPECT_EQ(sum_of<double>({least, least, -least, 5 * least}, 2), 6 * least);
  EXPECT_EQ(sum_of<double>({greatest, greatest, -greatest}, 1), greatest) << "no sum on the way overflows";
  EXPECT_EQ(sum_of<double>({greatest, greatest}, 2), infinity);
  EXPECT_EQ(sum_of<double>({1, 0x1p-53, 0x1p-53}, 3), 1 + 0x1p-52) << "each half of the last bit alone would be lost";
  EXPECT_EQ(sum_of<double>({1, 0x1p-53, 0x1p-80}, 3), 1 + 0x1p-52) << "just more than a tie";
  EXPECT_EQ(sum_of<double>({1, 0x1p-53}, 2), 1) << "a tie, to the even one";
  EXPECT_EQ(sum_of<double>({infinity, 1}, 2), infinity);
  EXPECT_EQ(sum_of<double>({1, -infinity}, 2), -infinity);
  EXPECT_TRUE(std::isnan(sum_of<double>({infinity, 1, -infinity}, 3)));
  EXPECT_TRUE(std::isnan(sum_of<double>({std::nan(""), 1}, 2)));
}

TEST_F(ExactSum, OfMoreThanOneBlockOfTheLargestValue) {
  for (const int count : {most_added, most_added + 1, 3 * most_added - 1}) {
    EXPECT_EQ(sum_of(std::vector<double>(static_cast<std::size_t>(count), 1), count), count);
    EXPECT_EQ(sum_of(std::vector<double>(static_cast<std::size_t>(count), -0.75), count), -0.75 * count);
  }
}

/// The quotient, by whole numbers alone: twice as many bits as a double has, and whether there is a rest.
double rounded_quotient(Wide sum, std::int64_t divisor, int exponent) {
  const bool negative = sum < 0;
  Wide rest = negative ? -sum : sum;
  Wide whole = rest / divisor;
  rest %= divisor;
  int power = exponent;
  while (whole < (Wide{1} << 107) && power > -1074) {
    rest *= 2;
    whole = 2 * whole + rest / divisor;
    rest %= divisor;
    --power;
  }
  // the compiler's conversion rounds to nearest
  const double out = std::ldexp(static_cast<double>(whole | (rest != 0 ? 1 : 0)), power);
  return negative ? -out : out;
}

TEST_F(ExactSum, DividedByAnythingIsRoundedOnce) {
  std::mt19937_64 random(29);
  std::uniform_int_distribution<std::int64_t> step(-(std::int64_t{1} << 52), std::int64_t{1} << 52);
  std::uniform_int_distribution<std::int64_t> any(1, most_in_parts);
  std::uniform_int_distribution<int> shift(0, 40);
  for (int i = 0; i < 300; ++i) {
    std::vector<double> values(static_cast<std::size_t>(1 + i));
    Wide sum = 0;
    for (std::size_t k = 0; k < values.size(); ++k) {
      const std::int64_t mantissa = step(random);
      const int by = shift(random);
      // sums that cancel but for a few bits, too
      const bool cancels = i % 3 == 0 && k % 2 == 1;
      values[k] = cancels ? -values[k - 1] : std::ldexp(static_cast<double>(mantissa), by - 300);
      sum =
          cancels ? sum - static_cast<Wide>(std::ldexp(values[k - 1], 300)) : sum + (static_cast<Wide>(mantissa) << by);
    }
    const std::int64_t divisor = i % 2 == 0 ? any(random) : 1 + i;
    EXPECT_EQ(sum_of(values, static_cast<int>(values.size()), 1, 1, divisor), rounded_quotient(sum, divisor, -300))
        << i << ' ' << divisor;
  }
}

/// As many values as no test holds: what a picture of 2^32 would leave.
TEST(ExactSumTotal, OfMoreThan128BitsIsRoundedOnce) {
  const Summary of_ones{.minimum = 1, .maximum = 1};  // unit 2^-49
  const double high = 0x1p49;                         // 2^32 ones, less the last bits below
  EXPECT_EQ(total_of(std::array{0.0, high, 0.0, 0.0, 0.0}, of_ones, 1), 0x1p32);
  // 2^32 + 2^-21 is a tie; anything in the second digit breaks it
  EXPECT_EQ(total_of(std::array{0.0, high, 0x1p28, 0.0, 0.0}, of_ones, 1), 0x1p32);
  EXPECT_EQ(total_of(std::array{0.0, high, 0x1p28, 0.0, 1.0}, of_ones, 1), 0x1p32 + 0x1p-20);
  EXPECT_EQ(total_of(std::array{0.0, high, 0x1p28, 0.0, -1.0}, of_ones, 1), 0x1p32);
  EXPECT_EQ(total_of(std::array{2.5, high, 0.0, 0.0, 0.0}, of_ones, 1), 0x1p32 + 2.5) << "beside a plain sum";
}

}  // namespace
}  // namespace heteroscope::binarize
