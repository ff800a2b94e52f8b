#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <random>
#include <stop_token>

#include "kernels/binarize/sums/compensated_sum.hpp"
#include "kernels/binarize/sums/exact_sum.hpp"
#include "kernels/binarize/sums/sum_error.hpp"
#include "kernels/binarize/threshold.hpp"
#include "tests/conformance/binarize_pictures.hpp"
#include "tests/fakes/stop.hpp"

/// Known means and thresholds, sums against exact ones, and that variants add to what there is and keep to their rows.
/// Only CPU variants can be given a job by hand; on the GPU the conformance cases compare with them.
namespace heteroscope::binarize {
namespace {

using testing::add_rows;
using testing::both;
using testing::cpu_variants;
using testing::mean_by;
using testing::Picture;
using testing::stage;
using testing::sum_by;

__extension__ using Exact = __int128;

constexpr double roundoff = 0x1p-53;

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
        EXPECT_EQ(mean_by(*variant, picture), each.mean) << id;
      }
      EXPECT_EQ(compensated_mean(picture.view()), each.mean);
    }
  }
}

/// A sum that is rounded, and then divided, may lie above a constant that all values have: the whole picture would be
/// below its mean.
TEST(BinarizeMean, OfAConstantIsTheConstant) {
  for (const Size size : {Size{641, 479}, Size{640, 480}, Size{1, 3}, Size{7, 1}, Size{333, 77}, Size{1001, 999}}) {
    for (const double value : {127.7, 0.1, -0.3, 1e-310, 1.1e308, 1.7e308, -1.7e308, 3.3e38}) {
      for (const Precision precision : both) {
        if (precision == Precision::fp32 && !std::isfinite(static_cast<float>(value))) continue;
        Picture picture(size, precision, [&](int, int) { return value; });
        const double constant = picture.at(0, 0);
        for (const auto& [id, variant] : cpu_variants("mean")) {
          EXPECT_EQ(mean_by(*variant, picture), constant) << id << ' ' << size.width << 'x' << size.height;
        }
      }
    }
  }
}

TEST(BinarizeMean, OfValuesWhoseSumIsNoDouble) {
  Picture picture({301, 47}, Precision::fp64, [](int x, int) { return x % 2 == 0 ? 1.7e308 : 1.5e308; });
  const double mean = (151 * 1.7 + 150 * 1.5) / 301 * 1e308;
  for (const auto& [id, variant] : cpu_variants("mean")) {
    EXPECT_NEAR(mean_by(*variant, picture) / mean, 1, 1e-11) << id;
  }
  EXPECT_NEAR(compensated_mean(picture.view()) / mean, 1, 1e-14);
}

/// Where all values are next to each other a plain sum's error is larger than their distances.
TEST(BinarizeMean, LiesBetweenTheSmallestAndTheLargestValue) {
  std::mt19937_64 random(23);
  std::uniform_int_distribution<int> steps(0, 3);
  for (int i = 0; i < 20; ++i) {
    Picture picture({523, 211}, Precision::fp64, [&](int, int) { return 0.1 + steps(random) * 0x1p-56; });
    for (const auto& [id, variant] : cpu_variants("mean")) {
      const double mean = mean_by(*variant, picture);
      EXPECT_GE(mean, 0.1) << id;
      EXPECT_LE(mean, 0.1 + 3 * 0x1p-56) << id;
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
  const std::stop_token stop = heteroscope::testing::requested_stop();
  Picture picture({8, 8}, Precision::fp64, [](int, int) { return 1.0; });
  for (const auto& [id, variant] : cpu_variants("mean")) {
    std::array<double, partial_count> partials{};
    ReduceJob job;
    job.input = picture.view();
    job.rows = {0, 8};
    job.partials = partials.data();
    job.cancel = Cancel(stop);
    variant->run(job);
    EXPECT_EQ(partials, (std::array<double, partial_count>{})) << id;
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

// --- what the workload says about a result

TEST(BinarizeFigures, MeanAndItsDifferenceFromTheCompensatedOne) {
  Gridded each = gridded({512, 300}, 0x1p32, 9);
  const double off = 1024;
  const std::vector<std::vector<double>> reduced{{compensated_mean(each.picture.view()) + off}, {}};
  const auto figures = workload.figures({.input = [&] { return each.picture.view(); }, .reduced = reduced});
  ASSERT_EQ(figures.size(), 2U);
  EXPECT_EQ(figures[0].label, "mean");
  EXPECT_NEAR(figures[0].value, 0x1p32 + off, 1);
  EXPECT_EQ(figures[1].label, "mean minus compensated mean");
  EXPECT_NEAR(figures[1].value, off, 1e-3);
}

TEST(BinarizeFlips, OnlyBetweenTheTwoMeans) {
  const std::vector<std::vector<double>> low{{100}, {}};
  const std::vector<std::vector<double>> high{{101}, {}};
  for (const auto& [value, flips] : {std::pair{99.9, false}, {100.0, true}, {100.9, true}, {101.0, false}}) {
    EXPECT_EQ(workload.tolerances->may_flip(value, low, high), flips) << value;
    EXPECT_EQ(workload.tolerances->may_flip(value, high, low), flips) << value;
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
