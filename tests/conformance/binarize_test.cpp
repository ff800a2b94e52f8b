#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <random>

#include "core/device/device.hpp"
#include "kernels/binarize/compensated_sum.hpp"
#include "kernels/binarize/exact_sum.hpp"
#include "kernels/binarize/packs.hpp"
#include "kernels/binarize/sum_error.hpp"
#include "kernels/binarize/threshold.hpp"
#include "kernels/binarize/workload.hpp"

/// Known means and thresholds, sums against exact ones, and that variants add to what there is and keep to their rows.
/// Only CPU variants can be given a job by hand; on the GPU the conformance cases compare with them.
namespace heteroscope::binarize {
namespace {

__extension__ using Exact = __int128;

constexpr double roundoff = 0x1p-53;
constexpr std::array both{Precision::fp32, Precision::fp64};

/// A picture on the host.
struct Picture {
  Picture(Size s, Precision p, const std::function<double(int x, int y)>& value)
      : size(s), precision(p), values(static_cast<std::size_t>(s.area())) {
    with_precision(p, [&]<class T>() {
      for (int y = 0; y < s.height; ++y) {
        for (int x = 0; x < s.width; ++x) view().template row<T>(y)[x] = static_cast<T>(value(x, y));
      }
    });
  }
  [[nodiscard]] FieldView view() { return {values.data(), size, precision}; }
  [[nodiscard]] double at(int x, int y) {
    return with_precision(precision,
                          [&]<class T>() { return static_cast<double>(view().template row<const T>(y)[x]); });
  }

  Size size;
  Precision precision;
  std::vector<double> values;  // room for either precision
};

const Stage& stage(std::string_view id) {
  for (const Stage& each : workload.stages)
    if (each.id == id) return each;
  throw std::logic_error("no such stage");
}

std::vector<NamedVariant> cpu_variants(std::string_view stage_id) {
  std::vector<NamedVariant> out;
  for (const NamedVariant& each : stage(stage_id).variants) {
    const Variant& variant = *each.variant;
    const bool runs = variant.unavailable == nullptr || variant.unavailable(device::facts()).empty();
    if (variant.processor == Processor::cpu && runs) out.push_back(each);
  }
  return out;
}

/// Adds the rows' values to `sum`.
void add_rows(const Variant& variant, Picture& picture, Rows rows, double& sum, int threads = 3) {
  ReduceJob job;
  job.input = picture.view();
  job.rows = rows;
  const Summary summary = summarize(picture.view(), 1);
  std::array<double, partial_count> partials{sum};
  job.largest = largest_magnitude(summary);
  job.partials = partials.data();
  job.partial_count = partial_count;
  job.threads = threads;
  variant.run(job);
  sum = total_of(partials, summary);
}

double sum_by(const Variant& variant, Picture& picture, int threads = 3) {
  double sum = 0;
  add_rows(variant, picture, {0, picture.size.height}, sum, threads);
  return sum;
}

void threshold_rows(const Variant& variant, Picture& picture, Picture& out, Rows rows, double sum) {
  MapJob job;
  job.input = picture.view();
  job.output = out.view();
  job.rows = rows;
  job.carried = {&sum, 1};
  job.threads = 3;
  variant.run(job);
}

// --- the mean

TEST(BinarizeMean, OfKnownPictures) {
  struct Known {
    Size size;
    double (*value)(int, int);
    double mean;  // by hand
  };
  const Known known[] = {
      {{1, 1}, [](int, int) { return 7.0; }, 7},
      {{37, 19}, [](int, int) { return 128.0; }, 128},
      {{37, 19}, [](int, int) { return -3.5; }, -3.5},
      {{256, 3}, [](int x, int) { return 1.0 * x; }, 127.5},                     // (w - 1) / 2
      {{101, 51}, [](int x, int y) { return 1.0 * x + 2.0 * y; }, 50 + 2 * 25},  // (w - 1) / 2 + 2 (h - 1) / 2
      {{64, 33}, [](int x, int y) { return (x + y) % 2 == 0 ? 255.0 : 0.0; }, 127.5},
      {{5000, 2}, [](int x, int) { return x < 4096 ? 1.0 : -1.0; }, (4096.0 - 904) / 5000},
  };
  for (const Known& each : known) {
    for (const Precision precision : both) {
      Picture picture(each.size, precision, each.value);
      for (const auto& [id, variant] : cpu_variants("mean")) {
        // whole numbers and halves: every order of addition is exact
        EXPECT_EQ(mean_of(sum_by(*variant, picture), each.size.area()), each.mean) << id;
      }
      EXPECT_EQ(mean_of(compensated_sum(picture.view()), each.size.area()), each.mean);
    }
  }
}

TEST(BinarizeMean, RangesOfRowsAddUpInOnePartial) {
  std::mt19937_64 random(5);
  std::uniform_int_distribution<int> value(-1000, 1000);
  for (const Precision precision : both) {
    Picture picture({77, 61}, precision, [&](int, int) { return value(random); });
    for (const auto& [id, variant] : cpu_variants("mean")) {
      double sum = 1e6;  // what another launch has found
      for (const Rows rows : {Rows{40, 61}, Rows{0, 1}, Rows{1, 40}}) add_rows(*variant, picture, rows, sum);
      EXPECT_EQ(sum, 1e6 + sum_by(*variant, picture)) << id;
    }
  }
}

/// Random values on a grid of 2^-20 around `offset`, and their sum as a whole number of such steps.
struct Gridded {
  Picture picture;
  Exact sum = 0;
  double magnitude = 0;  // Σ|x|
};

Gridded gridded(Size size, double offset, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::uniform_int_distribution<std::int64_t> step(-(std::int64_t{1} << 28), std::int64_t{1} << 28);
  Gridded out{Picture(size, Precision::fp64, [&](int, int) { return offset + std::ldexp(step(random), -20); })};
  for (const double x : out.picture.values) {
    out.sum += static_cast<Exact>(std::ldexp(x, 20));
    out.magnitude += std::abs(x);
  }
  return out;
}

TEST(BinarizeMean, SumsAreWithinTheirErrors) {
  std::mt19937_64 random(11);
  std::uniform_int_distribution<int> width(1, 300);
  std::uniform_int_distribution<int> height(1, 120);
  for (int i = 0; i < 60; ++i) {
    const Size size = i == 0   ? Size{1, 1}
                      : i == 1 ? Size{1, 3000}
                      : i == 2 ? Size{9001, 1}
                               : Size{width(random), height(random)};
    // 2^32 + 2^-20 needs all 53 bits, so that each sum is rounded
    Gridded each = gridded(size, i % 2 == 0 ? 0x1p32 : 0, static_cast<std::uint64_t>(i));
    // the quotient's and the conversion's roundings are of the exact sum alone
    const double exact = std::ldexp(static_cast<double>(each.sum), -20);
    for (const auto& [id, variant] : cpu_variants("mean")) {
      const double error = std::abs(sum_by(*variant, each.picture) - exact);
      EXPECT_LE(error, variant->sum_error(size.area(), Precision::fp64) * each.magnitude + roundoff * std::abs(exact))
          << id << ' ' << size.width << 'x' << size.height;
    }
  }
}

TEST(BinarizeMean, EveryVariantStatesAnErrorThatGrowsWithTheValues) {
  for (const auto& [id, variant] : stage("mean").variants) {
    if (variant->run == nullptr) continue;  // absent from this build
    ASSERT_NE(variant->sum_error, nullptr) << id;
    for (const Precision precision : both) {
      double last = 0;
      for (const std::int64_t values :
           {std::int64_t{1}, std::int64_t{1000}, std::int64_t{1} << 20, std::int64_t{1} << 32}) {
        const double error = variant->sum_error(values, precision);
        EXPECT_GE(error, last) << id;
        last = error;
      }
      if (precision == Precision::fp64) {
        EXPECT_LT(last, 1e-6) << id;
      }
    }
  }
}

TEST(BinarizeMean, TheVectorSumHardlyLosesAnything) {
  // 2^22 values of 2^32 and a bit: one running sum is off by far more than what is allowed here
  Gridded each = gridded({2048, 2048}, 0x1p32, 3);
  const double exact = std::ldexp(static_cast<double>(each.sum), -20);
  for (const auto& [id, variant] : cpu_variants("mean")) {
    if (id == "simd") {
      EXPECT_LE(std::abs(sum_by(*variant, each.picture) - exact), 300 * roundoff * exact);
      EXPECT_EQ(sum_by(*variant, each.picture), sum_by(*variant, each.picture));
    }
  }
}

TEST(BinarizeMean, ACancelledJobStops) {
  const std::atomic<bool> cancel{true};
  Picture picture({8, 8}, Precision::fp64, [](int, int) { return 1.0; });
  for (const auto& [id, variant] : cpu_variants("mean")) {
    double sum = 0;
    ReduceJob job;
    job.input = picture.view();
    job.rows = {0, 8};
    job.partials = &sum;
    job.cancel = &cancel;
    variant->run(job);
    EXPECT_EQ(sum, 0) << id;
  }
}

// --- the compensated sum

TEST(BinarizeCompensatedSum, IsTheExactOneRounded) {
  for (const Size size : {Size{1, 1}, Size{7, 1}, Size{1, 500}, Size{333, 222}, Size{2048, 512}}) {
    for (const double offset : {0.0, 0x1p32, -0x1p32}) {
      Gridded each = gridded(size, offset, 17);
      const double exact = std::ldexp(static_cast<double>(each.sum), -20);
      const double share = static_cast<double>(size.area()) * roundoff;
      EXPECT_LE(std::abs(compensated_sum(each.picture.view()) - exact),
                2 * roundoff * std::abs(exact) + 2 * share * share * each.magnitude)
          << size.width << 'x' << size.height;
    }
  }
}

TEST(BinarizeCompensatedSum, SurvivesCancellation) {
  // a plain sum gives 0, Kahan's 0, the truth is 2 (Neumaier's example)
  constexpr std::array values{1.0, 1e100, 1.0, -1e100};
  for (const Size size : {Size{4, 1}, Size{1, 4}, Size{2, 2}}) {
    Picture picture(size, Precision::fp64, [&](int x, int y) {
      return values.at(static_cast<std::size_t>(y) * static_cast<std::size_t>(size.width) +
                       static_cast<std::size_t>(x));
    });
    EXPECT_EQ(compensated_sum(picture.view()), 2);
  }
}

TEST(BinarizeCompensatedSum, OfInfinitiesIsThePlainOne) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  Picture one({40, 2}, Precision::fp64, [](int x, int y) { return x == 3 && y == 1 ? infinity : 1.0; });
  EXPECT_EQ(compensated_sum(one.view()), infinity);
  Picture two({40, 2}, Precision::fp64, [](int x, int) { return x == 3 ? infinity : x == 5 ? -infinity : 1.0; });
  EXPECT_TRUE(std::isnan(compensated_sum(two.view())));
}

// --- the threshold

TEST(BinarizeThreshold, ValuesEqualToTheMeanBecome255) {
  for (const Precision precision : both) {
    Picture constant({9, 7}, precision, [](int, int) { return 42.25; });
    Picture steps({5, 1}, precision, [](int x, int) { return 10.0 * x; });  // 0 10 20 30 40: the mean is 20
    for (const auto& [id, variant] : cpu_variants("threshold")) {
      Picture out({9, 7}, precision, [](int, int) { return -1.0; });
      threshold_rows(*variant, constant, out, {0, 7}, 42.25 * 63);
      for (int y = 0; y < 7; ++y) {
        for (int x = 0; x < 9; ++x) EXPECT_EQ(out.at(x, y), 255) << id;
      }
      Picture of_steps({5, 1}, precision, [](int, int) { return -1.0; });
      threshold_rows(*variant, steps, of_steps, {0, 1}, 100);
      for (int x = 0; x < 5; ++x) EXPECT_EQ(of_steps.at(x, 0), x >= 2 ? 255 : 0) << id << ' ' << x;
    }
  }
}

TEST(BinarizeThreshold, OneStepBelowTheMeanIsBelow) {
  for (const auto& [id, variant] : cpu_variants("threshold")) {
    Picture values({3, 1}, Precision::fp64, [](int x, int) { return x == 0 ? std::nextafter(100.0, 0.0) : 100.0 + x; });
    Picture out({3, 1}, Precision::fp64, [](int, int) { return -1.0; });
    threshold_rows(*variant, values, out, {0, 1}, 300);
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
    for (const double sum : {0.0, std::nan(""), infinity, -infinity}) {
      for (const auto& [id, variant] : cpu_variants("threshold")) {
        Picture out({43, 1}, precision, [](int, int) { return -1.0; });
        threshold_rows(*variant, values, out, {0, 1}, sum);
        for (int x = 0; x < 43; ++x) {
          EXPECT_EQ(out.at(x, 0), values.at(x, 0) >= sum / 43 ? 255 : 0) << id << ' ' << x << " sum " << sum;
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
    const double sum = sum_by(*cpu_variants("mean").front().variant, picture);
    for (const auto& [id, variant] : cpu_variants("threshold")) {
      Picture out(size, picture.precision, [](int, int) { return -1.0; });
      threshold_rows(*variant, picture, out, rows, sum);
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
  const double sum = sum_by(*cpu_variants("mean").front().variant, picture);
  Picture expected(size, Precision::fp32, [](int, int) { return -1.0; });
  threshold_rows(*cpu_variants("threshold").front().variant, picture, expected, {0, size.height}, sum);
  for (const auto& [id, variant] : cpu_variants("threshold")) {
    Picture out(size, Precision::fp32, [](int, int) { return -1.0; });
    threshold_rows(*variant, picture, out, {0, size.height}, sum);
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
      EXPECT_EQ(packing.tail, packing.head + packing.packs * Pack<T>::lanes) << where;
      EXPECT_TRUE(0 <= packing.head && packing.tail <= count) << where;
      EXPECT_LT(packing.head, Pack<T>::lanes) << where;
      EXPECT_LT(count - packing.tail, Pack<T>::lanes) << where;
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

// --- what the workload says about a result

TEST(BinarizeFigures, MeanAndItsDifferenceFromTheCompensatedOne) {
  Gridded each = gridded({512, 300}, 0x1p32, 9);
  const double off = 1024;
  const std::vector<std::vector<double>> reduced{{compensated_sum(each.picture.view()) + off * 512 * 300}, {}};
  const auto figures = workload.figures({.input = [&] { return each.picture.view(); }, .reduced = reduced});
  ASSERT_EQ(figures.size(), 2U);
  EXPECT_EQ(figures[0].label, "mean");
  EXPECT_NEAR(figures[0].value, 0x1p32 + off, 1);
  EXPECT_EQ(figures[1].label, "mean minus compensated mean");
  EXPECT_NEAR(figures[1].value, off, 1e-3);
}

TEST(BinarizeFlips, OnlyBetweenTheTwoMeans) {
  const std::vector<std::vector<double>> low{{1000}, {}};
  const std::vector<std::vector<double>> high{{1010}, {}};  // of 10 values: means 100 and 101
  for (const auto& [value, flips] : {std::pair{99.9, false}, {100.0, true}, {100.9, true}, {101.0, false}}) {
    EXPECT_EQ(workload.judgement->may_flip(value, low, high, 10), flips) << value;
    EXPECT_EQ(workload.judgement->may_flip(value, high, low, 10), flips) << value;
  }
}

TEST(BinarizeWork, BytesAreReadAndWrittenOnce) {
  const Size size{100, 50};
  const auto parameters = workload.bind({});
  EXPECT_EQ(stage("mean").work(parameters, size, Precision::fp64).bytes, 40'000);
  EXPECT_EQ(stage("threshold").work(parameters, size, Precision::fp64).bytes, 80'000);
  EXPECT_EQ(stage("threshold").work(parameters, size, Precision::fp32).bytes, 40'000);
  EXPECT_EQ(workload.work(parameters, size, Precision::fp32, {}).bytes, 60'000);
  EXPECT_EQ(workload.work(parameters, size, Precision::fp32, {}).operations, 5'000);
}

}  // namespace
}  // namespace heteroscope::binarize
