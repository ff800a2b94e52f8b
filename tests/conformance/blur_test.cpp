#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <limits>
#include <random>

#include "core/device/device.hpp"
#include "kernels/blur/mask.hpp"
#include "kernels/blur/workload.hpp"
#include "kernels/simd_targets.hpp"

/// What is known of a Gaussian blur, for every CPU variant; GPU variants are compared with the reference elsewhere.
namespace heteroscope::blur {
namespace {

constexpr Border borders[] = {Border::zero, Border::clamp, Border::mirror};
/// σ for which the weights of radius 1 are 1/4, 1/2, 1/4: exp(−1 / 2σ²) = 1/2.
const double binomial_sigma = 1 / std::sqrt(2 * std::log(2.0));

template <class T>
struct Image {
  Size size;
  std::vector<T> values;

  explicit Image(Size s, T value = 0) : size(s), values(static_cast<std::size_t>(s.area()), value) {}
  T& at(int x, int y) { return values[static_cast<std::size_t>(y) * size.width + x]; }
  [[nodiscard]] T at(int x, int y) const { return values[static_cast<std::size_t>(y) * size.width + x]; }
  [[nodiscard]] FieldView view() {
    return {values.data(), size, sizeof(T) == sizeof(float) ? Precision::fp32 : Precision::fp64};
  }
};

template <class T>
Image<T> noise(Size size, std::mt19937_64& random) {
  Image<T> out(size);
  std::uniform_real_distribution<double> value(-1, 1);
  for (T& each : out.values) each = static_cast<T>(value(random));
  return out;
}

struct How {
  Rows rows{0, -1};  ///< all rows
  int threads = 2;
  const std::atomic<bool>* cancel = nullptr;
};

template <class T>
void blur_into(Image<T>& out, const Variant& variant, Image<T>& in, const Parameters& parameters, How how = {}) {
  if (how.rows.end < 0) how.rows = {0, in.size.height};
  const std::any any = parameters;
  MapJob job{{.parameters = &any, .rows = how.rows, .threads = how.threads, .cancel = how.cancel}};
  job.input = in.view();
  job.output = out.view();
  variant.run(job);
}

template <class T>
Image<T> blurred(const Variant& variant, Image<T> in, const Parameters& parameters, How how = {}) {
  Image<T> out(in.size, std::numeric_limits<T>::quiet_NaN());
  blur_into(out, variant, in, parameters, how);
  return out;
}

/// Which of n pixels is met after i steps from the first one to the right (i < 0: to the left), walked step by step.
int walked(int i, int n, Border border) {
  int at = 0;
  int direction = i < 0 ? -1 : 1;
  for (int step = 0; step < std::abs(i); ++step) {
    if (border == Border::zero && (at + direction < 0 || at + direction >= n)) return -1;
    if (border == Border::clamp) at = std::min(std::max(at + direction, 0), n - 1);
    if (border != Border::clamp && n > 1) {
      if (at + direction < 0 || at + direction >= n) direction = -direction;
      at += direction;
    }
    if (border == Border::zero && n == 1) return -1;
  }
  return at;
}

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

// ---------------------------------------------------------------------------------------------------------- the mask

TEST(BlurMask, SumsToOneAndIsSymmetric) {
  for (int radius = 1; radius <= max_radius; ++radius) {
    for (const double sigma : {0.0, 0.1, 0.7, 5.0, 100.0}) {
      const Parameters p{radius, sigma, Border::zero};
      const LineMask<double> line = line_weights(p);
      double sum = 0;
      for (const double weight : line.weight) sum += weight;
      EXPECT_NEAR(sum, 1, 1e-14);
      for (int i = 0; i <= 2 * radius; ++i) {
        EXPECT_EQ(line.weight[i], line.weight[2 * radius - i]);
      }
      double square = 0;
      for (const float weight : square_mask<float>(p)) square += static_cast<double>(weight);
      EXPECT_NEAR(square, 1, 1e-6);
    }
  }
}

TEST(BlurMask, PinnedWeights) {
  // radius 1, σ = 1/2: e⁻² = 0.1353352832366127 beside 1, so 1 / 1.2706705664732254 in the middle
  const auto narrow = line_weights({1, 0, Border::zero});
  EXPECT_DOUBLE_EQ(narrow.weight[1], 0.78698604216159851);
  EXPECT_DOUBLE_EQ(narrow.weight[0], 0.10650697891920075);
  EXPECT_EQ(narrow.weight[3], 0);
  const auto binomial = line_weights({1, binomial_sigma, Border::zero});
  EXPECT_NEAR(binomial.weight[0], 0.25, 1e-15);
  EXPECT_NEAR(binomial.weight[1], 0.5, 1e-15);
  // neighbors k and k + 1 of the center stand as exp((2k + 1) / 2σ²)
  const auto wide = line_weights({7, 3, Border::zero});
  for (int k = 0; k < 7; ++k) {
    EXPECT_NEAR(wide.weight[7 + k] / wide.weight[8 + k], std::exp((2 * k + 1) / 18.0), 1e-14);
  }
}

TEST(BlurBorder, PinnedIndices) {
  const auto line = [](int n, Border border) {
    std::vector<int> out;
    for (int i = -5; i < n + 5; ++i) out.push_back(border_index(i, n, border));
    return out;
  };
  EXPECT_EQ(line(3, Border::zero), (std::vector{-1, -1, -1, -1, -1, 0, 1, 2, -1, -1, -1, -1, -1}));
  EXPECT_EQ(line(3, Border::clamp), (std::vector{0, 0, 0, 0, 0, 0, 1, 2, 2, 2, 2, 2, 2}));
  EXPECT_EQ(line(3, Border::mirror), (std::vector{1, 0, 1, 2, 1, 0, 1, 2, 1, 0, 1, 2, 1}));
  EXPECT_EQ(line(2, Border::mirror), (std::vector{1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0}));
  EXPECT_EQ(line(1, Border::mirror), std::vector<int>(11, 0));
  for (const Border border : borders) {
    for (int n = 1; n < 12; ++n) {
      for (int i = -70; i < n + 70; ++i)
        ASSERT_EQ(border_index(i, n, border), walked(i, n, border)) << i << " of " << n;
    }
  }
}

// ------------------------------------------------------------------------------------------------------ the variants

class BlurVariants : public ::testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    if (variant().unavailable != nullptr && !variant().unavailable({}).empty()) GTEST_SKIP();
  }
  static const Variant& variant() { return *workload.stages.front().find(GetParam()); }
};

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
  const std::atomic<bool> cancel = true;
  blur_into(out, variant(), in, {}, {.cancel = &cancel});
  EXPECT_EQ(out.values, std::vector<float>(10'000, -7));
}

std::vector<std::string> cpu_variants() {
  std::vector<std::string> out;
  for (const NamedVariant& each : workload.stages.front().variants) {
    if (each.variant->processor == Processor::cpu) out.emplace_back(each.id);
  }
  return out;
}
INSTANTIATE_TEST_SUITE_P(Blur, BlurVariants, ::testing::ValuesIn(cpu_variants()),
                         [](const auto& each) { return each.param; });

// ------------------------------------------------------------------------------------------------- agreement, limits

/// Two plain loops, across and down, from the first tap to the last: what all separable variants are to agree with.
template <class T>
Image<T> two_lines(const Image<T>& in, const Parameters& p) {
  const LineMask<T> mask = line_mask<T>(p);
  Image<T> between(in.size);
  Image<T> out(in.size);
  const auto pass = [&](const Image<T>& from, Image<T>& to, int across, int down) {
    for (int y = 0; y < in.size.height; ++y) {
      for (int x = 0; x < in.size.width; ++x) {
        T sum = 0;
        for (int k = -p.radius; k <= p.radius; ++k) {
          const int u = walked(x + k * across, in.size.width, p.border);
          const int v = walked(y + k * down, in.size.height, p.border);
          sum = std::fma(mask.weight[k + p.radius], u < 0 || v < 0 ? T(0) : from.at(u, v), sum);
        }
        to.at(x, y) = sum;
      }
    }
  };
  pass(in, between, 1, 0);
  pass(between, out, 0, 1);
  return out;
}

TEST(BlurSimd, EveryInstructionSetGivesTheSameBits) {
  constexpr std::int64_t fused = HWY_AVX2 | HWY_AVX3 | HWY_AVX3_DL | HWY_NEON;  // the others are never run
  const Variant& simd = *workload.stages.front().find("separable_simd");
  std::mt19937_64 random(3);
  for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
    if ((target & fused) == 0) continue;
    hwy::SetSupportedTargetsForTest(target);
    hwy::GetChosenTarget().Update(target);
    for (const Size size : {Size{67, 31}, {512, 33}, {13, 9}, {160, 1}}) {
      for (const int radius : {1, 2, 5, 11, 32}) {
        const Parameters p{radius, 0, borders[radius % 3]};
        const Image<float> singles = noise<float>(size, random);
        ASSERT_EQ(blurred(simd, singles, p).values, two_lines(singles, p).values) << hwy::TargetName(target);
        const Image<double> doubles = noise<double>(size, random);
        ASSERT_EQ(blurred(simd, doubles, p).values, two_lines(doubles, p).values) << hwy::TargetName(target);
      }
    }
  }
  hwy::SetSupportedTargetsForTest(0);
  hwy::GetChosenTarget().DeInit();
}

}  // namespace
}  // namespace heteroscope::blur
