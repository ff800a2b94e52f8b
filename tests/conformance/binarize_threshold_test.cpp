#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>

#include "kernels/binarize/level.hpp"
#include "kernels/binarize/packs.hpp"
#include "kernels/binarize/threshold.hpp"
#include "tests/conformance/binarize_pictures.hpp"

/// Which values become 255, and that variants write their rows alone.
namespace heteroscope::binarize {
namespace {

using testing::both;
using testing::cpu_variants;
using testing::mean_by;
using testing::Picture;
using testing::sum_by;

void threshold_rows(const Variant& variant, Picture& picture, Picture& out, Rows rows, double mean) {
  MapJob job;
  job.input = picture.view();
  job.output = out.view();
  job.cutout = {.size = job.input.size, .whole = job.input.size};
  job.rows = rows;
  job.carried = {&mean, 1};
  job.threads = 3;
  variant.run(job);
}

TEST(BinarizeThreshold, ValuesEqualToTheMeanBecome255) {
  for (const Precision precision : both) {
    Picture constant({9, 7}, precision, [](int, int) { return 42.25; });
    Picture steps({5, 1}, precision, [](int x, int) { return 10.0 * x; });  // 0 10 20 30 40: the mean is 20
    for (const auto& [id, variant] : cpu_variants("threshold")) {
      Picture out({9, 7}, precision, [](int, int) { return -1.0; });
      threshold_rows(*variant, constant, out, {0, 7}, 42.25);
      for (int y = 0; y < 7; ++y) {
        for (int x = 0; x < 9; ++x) EXPECT_EQ(out.at(x, y), 255) << id;
      }
      Picture of_steps({5, 1}, precision, [](int, int) { return -1.0; });
      threshold_rows(*variant, steps, of_steps, {0, 1}, 20);
      for (int x = 0; x < 5; ++x) EXPECT_EQ(of_steps.at(x, 0), x >= 2 ? 255 : 0) << id << ' ' << x;
    }
  }
}

TEST(BinarizeThreshold, OneStepBelowTheMeanIsBelow) {
  for (const auto& [id, variant] : cpu_variants("threshold")) {
    Picture values({3, 1}, Precision::fp64, [](int x, int) { return x == 0 ? std::nextafter(100.0, 0.0) : 100.0 + x; });
    Picture out({3, 1}, Precision::fp64, [](int, int) { return -1.0; });
    threshold_rows(*variant, values, out, {0, 1}, 100);
    EXPECT_EQ(out.at(0, 0), 0) << id;
    EXPECT_EQ(out.at(1, 0), 255) << id;
  }
}

/// Neighbors of x in T, and x.
template <class T>
std::array<T, 3> around(T x) {
  constexpr T infinity = std::numeric_limits<T>::infinity();
  return {std::nextafter(x, -infinity), x, std::nextafter(x, infinity)};
}

TEST(BinarizeThreshold, TheLevelDecidesAsTheMeanInFp64Does) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  std::mt19937_64 random(23);
  std::vector<double> means{0.0,
                            -0.0,
                            infinity,
                            -infinity,
                            std::nan(""),
                            1e39,
                            -1e39,
                            3.4028234663852886e38,
                            3.4028234663852888e38,
                            -3.4028234663852888e38,
                            1e-46,
                            -1e-46,
                            1e-320,
                            -1e-320,
                            0x1p-149,
                            0x1.8p-149,
                            16777217.0,
                            127.5};
  for (int i = 0; i < 200'000; ++i) {
    const std::uint64_t bits = random();
    double any = 0;
    std::memcpy(&any, &bits, sizeof any);
    means.push_back(any);
    means.push_back(std::ldexp(static_cast<double>(random() >> 11), -45));  // 0 to 256, all 53 bits
  }
  for (const double mean : means) {
    const float level = level_of<float>(mean);
    std::vector<float> values{0.0F,
                              -0.0F,
                              1.0F,
                              -1.0F,
                              std::numeric_limits<float>::infinity(),
                              -std::numeric_limits<float>::infinity(),
                              std::nanf(""),
                              std::numeric_limits<float>::max(),
                              std::numeric_limits<float>::lowest()};
    for (const float value : around(level)) values.push_back(value);
    for (const float value : values) {
      ASSERT_EQ(above(value, level), binarized(value, mean)) << value << " and mean " << mean;
    }
    if (!std::isnan(mean)) {
      ASSERT_EQ(level_of<double>(mean), mean);
    }
  }
}

TEST(BinarizeThreshold, EveryValueGets0Or255WhateverTheInput) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  for (const Precision precision : both) {
    Picture values({43, 1}, precision, [](int x, int) {
      return x % 4 == 0 ? std::nan("") : x % 4 == 1 ? infinity : x % 4 == 2 ? -infinity : 1.0 * x;
    });
    for (const double mean : {0.0, std::nan(""), infinity, -infinity}) {
      for (const auto& [id, variant] : cpu_variants("threshold")) {
        Picture out({43, 1}, precision, [](int, int) { return -1.0; });
        threshold_rows(*variant, values, out, {0, 1}, mean);
        for (int x = 0; x < 43; ++x) {
          EXPECT_EQ(out.at(x, 0), values.at(x, 0) >= mean ? 255 : 0) << id << ' ' << x << " mean " << mean;
        }
      }
    }
  }
}

TEST(BinarizeThreshold, WritesItsRowsAndNoOthers) {
  std::mt19937_64 random(31);
  std::uniform_int_distribution<int> length(1, 150);
  std::uniform_int_distribution<int> value(0, 255);
  for (int i = 0; i < 80; ++i) {
    const Size size = i == 0 ? Size{1, 1} : Size{length(random), length(random)};
    const int begin = i == 0 ? 0 : static_cast<int>(random() % static_cast<unsigned>(size.height));
    const Rows rows{begin, begin + 1 + static_cast<int>(random() % static_cast<unsigned>(size.height - begin))};
    Picture picture(size, both[static_cast<std::size_t>(i % 2)], [&](int, int) { return value(random); });
    const double sum = sum_by(*cpu_variants("mean").front().variant, picture);  // exact: whole numbers
    const double mean = mean_by(*cpu_variants("mean").front().variant, picture);
    for (const auto& [id, variant] : cpu_variants("threshold")) {
      Picture out(size, picture.precision, [](int, int) { return -1.0; });
      threshold_rows(*variant, picture, out, rows, mean);
      for (int y = 0; y < size.height; ++y) {
        for (int x = 0; x < size.width; ++x) {
          const double wanted = picture.at(x, y) * static_cast<double>(size.area()) >= sum ? 255 : 0;
          ASSERT_EQ(out.at(x, y), y < rows.begin || y >= rows.end ? -1 : wanted) << id << ' ' << x << ' ' << y;
        }
      }
    }
  }
}

TEST(BinarizeThreshold, ResultsLargerThanTheCachesAreRightToo) {
  // 4097 x 2100 fp32: 34 MB, each row beginning elsewhere in a vector
  const Size size{4097, 2100};
  Picture picture(size, Precision::fp32, [](int x, int y) { return (x * 7 + y * 13) % 256; });
  const double mean = mean_by(*cpu_variants("mean").front().variant, picture);
  Picture expected(size, Precision::fp32, [](int, int) { return -1.0; });
  threshold_rows(*cpu_variants("threshold").front().variant, picture, expected, {0, size.height}, mean);
  for (const auto& [id, variant] : cpu_variants("threshold")) {
    Picture out(size, Precision::fp32, [](int, int) { return -1.0; });
    threshold_rows(*variant, picture, out, {0, size.height}, mean);
    EXPECT_EQ(std::memcmp(out.view().data, expected.view().data, static_cast<std::size_t>(size.area()) * 4), 0) << id;
  }
}

// --- how the GPU's wide loads cut a run

template <class T>
void expect_packing() {
  alignas(pack_bytes) static T values[64];
  for (int begin = 0; begin < 12; ++begin) {
    for (int count = 0; count <= 40; ++count) {
      const T* first = values + begin;
      const Packing packing = packing_of(first, count);
      const std::string where = "from " + std::to_string(begin) + ", " + std::to_string(count);
      EXPECT_EQ(packing.tail, packing.head + packing.packs * Pack<T>::size) << where;
      EXPECT_TRUE(0 <= packing.head && packing.tail <= count) << where;
      EXPECT_LT(packing.head, Pack<T>::size) << where;
      EXPECT_LT(count - packing.tail, Pack<T>::size) << where;
      if (packing.packs > 0) {
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(first + packing.head) % pack_bytes, 0U) << where;
      }
    }
  }
}

TEST(BinarizePacks, CoverEveryRunOnBoundaries) {
  expect_packing<float>();
  expect_packing<double>();
}

}  // namespace
}  // namespace heteroscope::binarize
