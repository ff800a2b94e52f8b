#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "kernels/simd_targets.hpp"
#include "tests/conformance/heat_frames.hpp"

/// Each CPU variant by itself against the plain loop: some rows, at some step, with planes that hold no numbers where
/// it must not look.
namespace heteroscope::heat {
namespace {

using testing::integrators;
using testing::name_of;

template <class T>
struct Planes {
  int n;
  std::vector<std::vector<T>> values;
  std::vector<FieldView> views;

  /// States of noise, not alike, 0 on the edge; spares that hold no numbers.
  Planes(int side, int states, int spares, unsigned seed) : n(side) {
    std::mt19937_64 random(seed);
    std::uniform_real_distribution<double> value(-1, 1);
    for (int i = 0; i < states + spares; ++i) {
      auto& plane = values.emplace_back(static_cast<std::size_t>(n) * n, std::numeric_limits<T>::quiet_NaN());
      if (i >= states) continue;
      for (int y = 0; y < n; ++y) {
        for (int x = 0; x < n; ++x) {
          const bool edge = x == 0 || y == 0 || x == n - 1 || y == n - 1;
          plane[static_cast<std::size_t>(y) * n + x] = edge ? T(0) : static_cast<T>(value(random));
        }
      }
    }
    for (auto& plane : values) {
      views.push_back({plane.data(), {n, n}, sizeof(T) == sizeof(float) ? Precision::fp32 : Precision::fp64});
    }
  }
};

struct How {
  std::int64_t step = 0;
  int steps = 1;
  Rows rows;
  int threads = 2;
  int more_spares = 0;
};

/// The rows of all states that a variant makes of noise. Rows that it must not look at hold no numbers.
template <class T>
std::vector<T> advanced(const Variant& variant, int n, Integrator integrator, const How& how) {
  Parameters p;
  p.n = n;
  p.integrator = integrator;
  const std::any any = p;
  const int states = workload.iteration()->planes(any);
  Planes<T> planes(n, states, workload.iteration()->spares(any) + how.more_spares, 7);
  const int reach = how.steps * workload.iteration()->reach(any);
  for (int i = 0; i < states; ++i) {
    for (int y = 0; y < n; ++y) {
      if (y >= how.rows.begin - reach && y < how.rows.end + reach) continue;
      std::fill_n(planes.views[static_cast<std::size_t>(i)].template row<T>(y), n, std::numeric_limits<T>::quiet_NaN());
    }
  }
  IterateJob job{{.parameters = &any, .rows = how.rows, .threads = how.threads}};
  job.planes = planes.views;
  job.step = how.step;
  job.steps = how.steps;
  variant.run(job);
  std::vector<T> out;
  for (int i = 0; i < states; ++i) {
    const T* first = planes.views[static_cast<std::size_t>(i)].template row<T>(how.rows.begin);
    out.insert(out.end(), first, first + static_cast<std::ptrdiff_t>(how.rows.count()) * n);
  }
  return out;
}

class HeatVariants : public ::testing::TestWithParam<std::string> {
 protected:
  static const Variant& variant() { return *workload.stages.front().find(GetParam()); }
  static const Variant& reference() { return *workload.stages.front().find("sequential"); }

  template <class T>
  static void expect_reference(int n, Integrator integrator, const How& how) {
    How plain = how;
    plain.more_spares = 0;
    const auto expected = advanced<T>(reference(), n, integrator, plain);
    const auto found = advanced<T>(variant(), n, integrator, how);
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t k = 0; k < found.size(); ++k) {
      ASSERT_EQ(found[k], expected[k]) << name_of(integrator) << ", n " << n << ", rows " << how.rows.begin << " to "
                                       << how.rows.end << ", step " << how.step << ", steps " << how.steps
                                       << ", threads " << how.threads << ", value " << k;
    }
  }
};

TEST_P(HeatVariants, WholeFieldsOfAllSizes) {
  for (const Integrator integrator : integrators) {
    for (const int n : {3, 4, 5, 17, 1000, 1023}) {
      expect_reference<float>(n, integrator, {.steps = n > 100 ? 7 : 21, .rows = {0, n}});
      expect_reference<double>(n, integrator, {.steps = n > 100 ? 7 : 21, .rows = {0, n}, .threads = 3});
    }
  }
}

/// From the first step on, where multistep methods begin, and later; by threads that have bands of rows, too.
TEST_P(HeatVariants, SomeRowsAtSomeStep) {
  constexpr int n = 301;
  for (const Integrator integrator : integrators) {
    for (const Rows rows : {Rows{0, 1}, {0, 140}, {120, 121}, {37, 290}, {300, 301}}) {
      for (const int step : {0, 1, 2, 5}) {
        for (const int steps : {1, 3, 8}) {
          expect_reference<float>(n, integrator, {step, steps, rows, 5});
        }
        expect_reference<double>(n, integrator, {step, 4, rows, 1});
      }
    }
  }
}

/// Several steps at once where there is room for all states that they leave behind.
TEST_P(HeatVariants, MoreSparePlanesThanNeeded) {
  for (const Integrator integrator : integrators) {
    for (const int step : {0, 1, 4}) {
      for (const int steps : {2, 3, 21}) {
        expect_reference<double>(150, integrator, {step, steps, {0, 150}, 2, 2});
        expect_reference<float>(99, integrator, {step, steps, {33, 61}, 2, 2});
      }
    }
  }
}

/// Columns that are done in several strips, and results past the size from which they are written around the caches.
TEST_P(HeatVariants, LargeFields) {
  for (const int n : {2100, 2112}) {
    expect_reference<float>(n, Integrator::euler, {.steps = 16, .rows = {0, n}});
    expect_reference<float>(n, Integrator::rk4, {.steps = 1, .rows = {0, n}});
    expect_reference<double>(n, Integrator::euler, {.steps = 1, .rows = {5, n}});
    expect_reference<double>(n, Integrator::ab2, {.step = 9, .steps = 2, .rows = {0, n}});
  }
}

std::vector<std::string> cpu_variants() {
  std::vector<std::string> out;
  for (const NamedVariant& each : workload.stages.front().variants) {
    if (each.variant->processor == Processor::cpu && each.id != "sequential") out.emplace_back(each.id);
  }
  return out;
}
INSTANTIATE_TEST_SUITE_P(Heat, HeatVariants, ::testing::ValuesIn(cpu_variants()),
                         [](const auto& each) { return each.param; });

TEST(HeatSimd, EveryInstructionSetGivesTheSameBits) {
  constexpr std::int64_t fused = HWY_AVX2 | HWY_AVX3 | HWY_AVX3_DL | HWY_NEON;  // the others are never run
  const Variant& simd = *workload.stages.front().find("simd");
  const Variant& sequential = *workload.stages.front().find("sequential");
  for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
    if ((target & fused) == 0) continue;
    hwy::SetSupportedTargetsForTest(target);
    hwy::GetChosenTarget().Update(target);
    for (const Integrator integrator : integrators) {
      for (const int n : {5, 17, 67, 128}) {
        const How how{.steps = 6, .rows = {0, n}};
        ASSERT_EQ(advanced<float>(simd, n, integrator, how), advanced<float>(sequential, n, integrator, how))
            << hwy::TargetName(target);
        ASSERT_EQ(advanced<double>(simd, n, integrator, how), advanced<double>(sequential, n, integrator, how))
            << hwy::TargetName(target);
      }
    }
  }
  hwy::SetSupportedTargetsForTest(0);
  hwy::GetChosenTarget().DeInit();
}

}  // namespace
}  // namespace heteroscope::heat
