#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <stop_token>
#include <string>
#include <vector>

#include "core/device/device.hpp"
#include "kernels/blur/description.hpp"
#include "tests/conformance/blur_images.hpp"
#include "tests/conformance/cpu_variants.hpp"
#include "tests/fakes/stop.hpp"

/// What is known of a Gaussian blur, for every CPU variant; GPU variants are compared with the reference elsewhere.
namespace heteroscope::blur {
namespace {

using testing::binomial_sigma;
using testing::blur_into;
using testing::blurred;
using testing::borders;
using testing::Image;
using testing::noise;
using testing::walked;

/// The blur by its definition in long double; weights from line_weights().
template <class T>
Image<long double> exact(const Image<T>& in, const Parameters& p) {
  const LineMask<double> line = line_weights(p);
  Image<long double> out(in.size);
  for (int y = 0; y < in.size.height; ++y) {
    for (int x = 0; x < in.size.width; ++x) {
      long double sum = 0;
      for (int j = -p.radius; j <= p.radius; ++j) {
        for (int i = -p.radius; i <= p.radius; ++i) {
          const int u = walked(x + i, in.size.width, p.border);
          const int v = walked(y + j, in.size.height, p.border);
          if (u < 0 || v < 0) continue;
          sum += static_cast<long double>(line.weight[p.radius + i]) *
                 static_cast<long double>(line.weight[p.radius + j]) * in.at(u, v);
        }
      }
      out.at(x, y) = sum;
    }
  }
  return out;
}

/// A variant's share of the workload's tolerance for values up to 1: (m + 2) u directly, (2n + 4) u in two lines.
double bound(const Variant& variant, int radius, double u) {
  const double n = 2.0 * radius + 1;
  return (variant.reordered ? 2 * n + 4 : n * n + 2) * u;
}

template <class T>
constexpr double roundoff = std::numeric_limits<T>::epsilon() / 2.0;

using BlurVariants = heteroscope::testing::EachCpuVariant<workload>;

TEST_P(BlurVariants, PinnedThreeByThree) {
  // by hand with 1 2 1 / 2 4 2 / 1 2 1 over 16
  Image<double> in({3, 3});
  in.values = {1, 2, 3, 4, 5, 6, 7, 8, 9};
  const auto value = [&](Border border, int x, int y) {
    return blurred(variant(), in, {1, binomial_sigma, border}).at(x, y);
  };
  EXPECT_NEAR(value(Border::zero, 1, 1), 5, 1e-14);
  EXPECT_NEAR(value(Border::zero, 0, 0), 21.0 / 16, 1e-14);    // 4·1 + 2·2 + 2·4 + 5
  EXPECT_NEAR(value(Border::zero, 1, 0), 36.0 / 16, 1e-14);    // 4·2 + 2·(1 + 3 + 5) + 4 + 6
  EXPECT_NEAR(value(Border::clamp, 0, 0), 32.0 / 16, 1e-14);   // 1 1 2 / 1 1 2 / 4 4 5
  EXPECT_NEAR(value(Border::mirror, 0, 0), 48.0 / 16, 1e-14);  // 5 4 5 / 2 1 2 / 5 4 5
  EXPECT_NEAR(value(Border::mirror, 2, 1), 88.0 / 16, 1e-14);  // 2 3 2 / 5 6 5 / 8 9 8
}

TEST_P(BlurVariants, ADeltaBecomesTheMask) {
  for (const int radius : {1, 2, 5, 16}) {
    for (const double sigma : {0.0, 1.3}) {
      for (const Border border : borders) {
        const Parameters p{radius, sigma, border};
        const LineMask<double> line = line_weights(p);
        const Size size{41, 37};
        for (const auto& [u, v] : {std::pair{20, 18}, {0, 0}, {40, 36}, {1, 35}, {40, 3}}) {
          Image<double> in(size);
          in.at(u, v) = 1;
          const Image<double> out = blurred(variant(), in, p);
          // of pixel x, the weights of all positions at which it meets column u
          const auto share = [&](int x, int place, int n) {
            double sum = 0;
            for (int k = -radius; k <= radius; ++k) {
              if (walked(x + k, n, border) == place) sum += line.weight[k + radius];
            }
            return sum;
          };
          for (int y = 0; y < size.height; ++y) {
            for (int x = 0; x < size.width; ++x) {
              ASSERT_NEAR(out.at(x, y), share(x, u, size.width) * share(y, v, size.height), 1e-15)
                  << "radius " << radius << ", border " << border_ids[static_cast<int>(border)] << ", delta at " << u
                  << ", " << v << ", pixel " << x << ", " << y;
            }
          }
          if (border == Border::zero && u == 20 && v == 18) {  // the mask itself, weight by weight
            const auto mask = square_mask<double>(p);
            for (int j = 0; j <= 2 * radius; ++j) {
              for (int i = 0; i <= 2 * radius; ++i) {
                ASSERT_EQ(out.at(u + i - radius, v + j - radius),
                          mask[static_cast<std::size_t>(j) * (2 * radius + 1) + i]);
              }
            }
          }
        }
      }
    }
  }
}

TEST_P(BlurVariants, AConstantStaysUnlessZerosComeIn) {
  for (const Border border : {Border::clamp, Border::mirror}) {
    for (const int radius : {1, 5, 32}) {
      for (const Size size : {Size{50, 40}, {1, 1}, {3, 100}}) {
        const Image<float> out = blurred(variant(), Image<float>(size, 0.8F), {radius, 0, border});
        for (const float value : out.values) ASSERT_NEAR(value, 0.8F, bound(variant(), radius, roundoff<float>));
      }
    }
  }
  const Image<float> dark = blurred(variant(), Image<float>({50, 40}, 0.8F), {5, 0, Border::zero});
  EXPECT_LT(dark.at(0, 0), 0.4F);
  EXPECT_NEAR(dark.at(25, 20), 0.8F, 1e-5);
}

TEST_P(BlurVariants, KeepsTheSumOfWhatIsFarFromTheBorder) {
  std::mt19937_64 random(3);
  std::uniform_real_distribution<double> value(0, 255);
  Image<double> in({90, 80});
  double before = 0;
  for (int y = 33; y < 47; ++y) {
    for (int x = 33; x < 57; ++x) before += in.at(x, y) = value(random);
  }
  for (const int radius : {1, 7, 32}) {
    const Image<double> out = blurred(variant(), in, {radius, 0, Border::zero});
    double after = 0;
    for (const double each : out.values) after += each;
    EXPECT_NEAR(after, before, 1e-10 * before);
  }
}

template <class T>
void expect_near_exact(const Variant& variant, std::mt19937_64& random) {
  const auto up_to = [&](int most) { return 1 + static_cast<int>(random() % static_cast<std::uint64_t>(most)); };
  for (int i = 0; i < 90; ++i) {
    const int most = i < 30 ? 4 : i < 70 ? 40 : 130;
    const Size size = i % 10 == 3   ? Size{up_to(300), 1}
                      : i % 10 == 7 ? Size{1, up_to(300)}
                                    : Size{up_to(most), up_to(most)};
    const Parameters p{up_to(i < 70 ? max_radius : 8), i % 4 == 0 ? 0.1 * up_to(100) : 0, borders[random() % 3]};
    const Image<T> in = noise<T>(size, random);
    const Image<T> out = blurred(variant, in, p, {.threads = up_to(4)});
    const Image<long double> expected = exact(in, p);
    for (std::size_t k = 0; k < out.values.size(); ++k) {
      ASSERT_NEAR(out.values[k], static_cast<double>(expected.values[k]), bound(variant, p.radius, roundoff<T>))
          << size.width << " x " << size.height << ", radius " << p.radius << ", border "
          << border_ids[static_cast<int>(p.border)] << ", pixel " << k;
    }
  }
}

TEST_P(BlurVariants, IsWithinItsBoundOfTheExactResult) {
  std::mt19937_64 random(20220613);
  expect_near_exact<float>(variant(), random);
  expect_near_exact<double>(variant(), random);
}

TEST_P(BlurVariants, BandsAreRowsOfTheWholeAndTouchNoOthers) {
  std::mt19937_64 random(11);
  for (int i = 0; i < 60; ++i) {
    const Size size{1 + static_cast<int>(random() % 150), 70};
    const Parameters p{1 + static_cast<int>(random() % 12), 0, borders[i % 3]};
    Image<float> in = noise<float>(size, random);
    const Image<float> whole = blurred(variant(), in, p, {.threads = 1});
    Image<float> out(size, -7);
    const int begin = static_cast<int>(random() % 70);
    const int end = begin + static_cast<int>(random() % static_cast<std::uint64_t>(71 - begin));
    blur_into(out, variant(), in, p, {.rows = {begin, end}, .threads = 1 + i % 5});
    for (int y = 0; y < size.height; ++y) {
      for (int x = 0; x < size.width; ++x) {
        ASSERT_EQ(out.at(x, y), y >= begin && y < end ? whole.at(x, y) : -7.0F)
            << "rows " << begin << " to " << end << ", pixel " << x << ", " << y;
      }
    }
  }
}

TEST_P(BlurVariants, ANaNReachesItsNeighborhoodAndNoFarther) {
  for (const int radius : {1, 2, 3, 9}) {
    Image<float> in({60, 50}, 1);
    in.at(30, 20) = std::numeric_limits<float>::quiet_NaN();
    const Image<float> out = blurred(variant(), in, {radius, 0, Border::zero});
    for (int y = 0; y < 50; ++y) {
      for (int x = 0; x < 60; ++x) {
        const bool near = std::abs(x - 30) <= radius && std::abs(y - 20) <= radius;
        ASSERT_EQ(std::isnan(out.at(x, y)), near) << x << ", " << y;
      }
    }
  }
}

/// Wider than a strip of `separable_simd`, and rows at all places within a cache line.
TEST_P(BlurVariants, WideImages) {
  std::mt19937_64 random(5);
  const Variant& reference = *workload.stages.front().find("sequential");
  for (const auto& [width, radius] : {std::pair{65'536, 2}, {20'011, 5}, {9001, 32}}) {
    const Parameters p{radius, 0, Border::mirror};
    const Image<float> in = noise<float>({width, 5}, random);
    const Image<float> expected = blurred(reference, in, p);
    const Image<float> out = blurred(variant(), in, p);
    const double tolerance = variant().reordered ? workload.tolerance(p, Precision::fp32, 1) : 0;
    for (std::size_t k = 0; k < out.values.size(); ++k) ASSERT_NEAR(out.values[k], expected.values[k], tolerance) << k;
  }
}

TEST_P(BlurVariants, ACancelledJobWritesNothing) {
  Image<float> in({100, 100}, 1);
  Image<float> out({100, 100}, -7);
  const std::stop_token stop = heteroscope::testing::requested_stop();
  blur_into(out, variant(), in, {}, {.cancel = Cancel(stop)});
  EXPECT_EQ(out.values, std::vector<float>(10'000, -7));
}

INSTANTIATE_TEST_SUITE_P(Blur, BlurVariants, ::testing::ValuesIn(heteroscope::testing::cpu_variants_of(workload)),
                         [](const auto& each) { return each.param; });

}  // namespace
}  // namespace heteroscope::blur
