#include <gtest/gtest.h>

#include "kernels/simd_targets.hpp"  // before anything else of Highway

#include "core/plan/partition.hpp"
#include "kernels/triangle/description.hpp"
#include "tests/conformance/triangle_matrices.hpp"

/// Every CPU variant of the triangle has the bits of the definition, in all rows, on all threads.
namespace heteroscope::triangle {
namespace {

using testing::compute;
using testing::computed;
using testing::costs;
using testing::defined;
using testing::Matrix;
using testing::random_points;
using testing::Table;
using testing::TriangleVariants;
using testing::variant_of;

constexpr int sides[] = {1, 2, 3, 7, 17, 64, 127, 300, 1000};
constexpr int thread_counts[] = {1, 2, 3, 5};

template <class T>
void expect_defined_bits(const Variant& variant) {
  for (const int n : sides) {
    Table<T> points = random_points<T>(n, 7);
    for (const Cost cost : costs) {
      const Parameters p{.n = n, .cost = cost, .work = 11, .radius = 0.1};
      const auto expected = defined(points, p, {0, n});
      for (const int threads : thread_counts) {
        ASSERT_TRUE(computed(variant, points, p, {.threads = threads}) == expected)
            << "n " << n << ", " << cost_ids[static_cast<int>(cost)] << ", threads " << threads;
      }
    }
  }
}

TEST_P(TriangleVariants, GiveTheDefinitionsBitsAndTouchNothingElse) {
  expect_defined_bits<float>(variant());
  expect_defined_bits<double>(variant());
}

/// Large enough to be written around the caches; rows begin anywhere in a cache line.
template <class T>
void expect_defined_bits_of_large_results(const Variant& variant, int n) {
  Table<T> points = random_points<T>(n);
  for (const Cost cost : costs) {
    const Parameters p{.n = n, .cost = cost, .work = 2, .radius = 0.1};
    ASSERT_TRUE(computed(variant, points, p) == defined(points, p, {0, n})) << cost_ids[static_cast<int>(cost)];
  }
}

TEST_P(TriangleVariants, GiveTheDefinitionsBitsOfLargeResults) {
  expect_defined_bits_of_large_results<float>(variant(), 2901);
  expect_defined_bits_of_large_results<double>(variant(), 2053);
}

TEST_P(TriangleVariants, RowsThatDoNotBeginAtZero) {
  for (const int n : {7, 127, 300}) {
    Table<double> points = random_points<double>(n);
    const Parameters p{.n = n, .cost = Cost::distance};
    for (const Rows rows : {Rows{0, 1}, {0, n - 1}, {1, n}, {n / 3, n / 2}, {n / 3, n / 2 + 1}, {n - 1, n}, {n, n}}) {
      for (const int threads : thread_counts) {
        ASSERT_TRUE(computed(variant(), points, p, {.rows = rows, .threads = threads}) == defined(points, p, rows))
            << "n " << n << ", rows " << rows.begin << " to " << rows.end << ", threads " << threads;
      }
    }
  }
}

TEST_P(TriangleVariants, MeetTheReferenceAtEverySplitByArea) {
  constexpr int n = 257;
  Table<float> points = random_points<float>(n);
  const Parameters p{.n = n, .cost = Cost::heavy, .work = 5};
  const auto expected = defined(points, p, {0, n});
  for (int percent = 0; percent <= 100; percent += 5) {
    const Parts parts = parts_by_shares(std::vector{percent / 100.0}, {n, Domain::lower_triangle});
    Matrix<float> out(n);
    compute(out, variant_of("sequential"), points, p, {.rows = parts[0]});
    compute(out, variant(), points, p, {.rows = parts[1], .threads = 3});
    ASSERT_TRUE(out == expected) << percent << " %";
  }
}

TEST(TriangleSimd, EveryInstructionSetGivesTheSameBits) {
  constexpr std::int64_t fused = HWY_AVX2 | HWY_AVX3 | HWY_AVX3_DL | HWY_NEON;  // the others are never run
  int tried = 0;
  for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
    if ((target & fused) == 0) continue;
    ++tried;
    hwy::SetSupportedTargetsForTest(target);
    hwy::GetChosenTarget().Update(target);
    SCOPED_TRACE(hwy::TargetName(target));
    expect_defined_bits<float>(variant_of("simd"));
    expect_defined_bits<double>(variant_of("simd"));
    expect_defined_bits_of_large_results<float>(variant_of("simd"), 2901);
    expect_defined_bits_of_large_results<double>(variant_of("simd"), 2053);
  }
  hwy::SetSupportedTargetsForTest(0);
  hwy::GetChosenTarget().DeInit();
  if (tried == 0) GTEST_SKIP() << "no instruction set with a fused multiply-add";
}

}  // namespace
}  // namespace heteroscope::triangle
