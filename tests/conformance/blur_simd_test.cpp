#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "kernels/simd_targets.hpp"  // before anything else of Highway

#include "tests/conformance/blur_images.hpp"

/// Vectors of every width have the bits of the plain loops.
namespace heteroscope::blur {
namespace {

using testing::blurred;
using testing::borders;
using testing::Image;
using testing::noise;
using testing::walked;

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
