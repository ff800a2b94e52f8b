#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>

#include "core/device/device.hpp"
#include "core/run/compare.hpp"
#include "core/run/execute.hpp"
#include "core/verify/cases.hpp"
#include "core/verify/verifier.hpp"
#include "kernels/mandelbrot/grid.hpp"
#include "kernels/registry.hpp"

/// The parameter `arithmetic` of the Mandelbrot set.
namespace heteroscope::mandelbrot {
namespace {

/// Each result is stored before the next operation takes it, so that no compiler can fuse two of them.
template <class T>
int separate_count(Complex<T> c, int limit) {
  volatile T re = 0;
  volatile T im = 0;
  int k = 1;
  for (; k < limit; ++k) {
    volatile T re2 = re * re;
    volatile T im2 = im * im;
    volatile T norm = re2 + im2;
    if (!(norm < T(4))) break;
    volatile T t = c.re - im2;
    volatile T twice = re + re;
    volatile T product = twice * im;
    re = re2 + t;
    im = product + c.im;
  }
  return k >= limit ? 0 : k;
}

Settings picture(std::string_view variant, double arithmetic, Precision precision) {
  const Workload& workload = find_workload(catalog(), "mandelbrot");
  Settings out = default_settings(workload);
  out.problem.size = {203, 117};
  out.problem.precision = precision;
  out.problem.parameters["arithmetic"] = arithmetic;
  out.execution.processor = Processor::cpu;
  choose_variant(out, workload, variant);
  return out;
}

Field computed(const Settings& settings) {
  const Planned planned = plan(settings, catalog(), device::facts());
  if (!planned) throw std::runtime_error(planned.refusal);
  Executor executor;
  return executor.execute(*planned.plan, {}).value().field;
}

template <class T>
void expect_separate(Precision precision, double arithmetic, std::initializer_list<const char*> variants) {
  const Grid<T> grid = make_grid<T>(Parameters{}, {.size = {203, 117}, .whole = {203, 117}});
  for (const char* const id : variants) {
    const Field field = computed(picture(id, arithmetic, precision));
    for (int y = 0; y < 117; ++y) {
      for (int x = 0; x < 203; ++x)
        ASSERT_EQ(field.value(x, y), separate_count(grid.at(x, y), 500)) << id << ' ' << x << ' ' << y;
    }
  }
}

TEST(MandelbrotRounding, SeparateRoundsAfterEachOperationInAllVariants) {
  const auto variants = {"sequential", "omp_collapse", "simd", "simd_tuned"};
  expect_separate<float>(Precision::fp32, 1, variants);
  expect_separate<double>(Precision::fp64, 1, variants);
}

// What a compiler makes by default of x86-64 has no fused multiply-add, whichever processor the rest is made for.
TEST(MandelbrotRounding, AsCompiledIsSeparateWhereTheDefaultProcessorCannotFuse) {
#ifndef __x86_64__
  GTEST_SKIP() << "skipped: not an x86-64 processor";
#endif
  expect_separate<float>(Precision::fp32, 2, {"sequential", "omp_collapse"});
  expect_separate<double>(Precision::fp64, 2, {"sequential", "omp_collapse"});
}

TEST(MandelbrotRounding, SeparateDiffersFromFusedInStrayPixels) {
  const auto valley = [](double arithmetic) {
    Settings out = picture("simd", arithmetic, Precision::fp32);
    for (const auto& [id, value] : find_workload(catalog(), "mandelbrot").scenes[2].values)  // seahorses
      out.problem.parameters[id] = value;
    return computed(out);
  };
  const Field fused = valley(0);
  const Field separate = valley(1);
  const Diff diff = compare(fused.host_view(), separate.host_view());
  EXPECT_GT(diff.differing, 0);
  EXPECT_LT(diff.differing, diff.values / 2);
}

/// Neither in a result nor in what it is made of.
TEST(MandelbrotRounding, WhatCompilersMayFuseIsNotJudged) {
  Verifier verifier(catalog(), device::all());
  for (const auto& [workload, of_source] : {std::pair{"mandelbrot", false}, std::pair{"binarize", true}}) {
    Settings settings = default_settings(find_workload(catalog(), workload));
    settings.problem.size = {128, 128};
    settings.execution.processor = Processor::cpu;
    (of_source ? settings.problem.source.values : settings.problem.parameters)["arithmetic"] = 2.0;
    const CaseResult result = verifier.run(settings);
    EXPECT_EQ(result.outcome, Outcome::skipped) << workload;
    EXPECT_NE(result.reason.find("as_compiled"), std::string::npos) << result.reason;
  }
}

TEST(MandelbrotRounding, VerifyLeavesOutWhatCompilersMayFuseAndSaysSo) {
  const Cases all = conformance_cases(find_workload(catalog(), "mandelbrot"), {});
  const auto reason = [](const auto& each) { return each.first.find("as_compiled") != std::string::npos; };
  EXPECT_TRUE(std::ranges::any_of(all.left_out, reason));
  for (const Case& each : all.cases) {
    const auto found = each.settings.problem.parameters.find("arithmetic");
    ASSERT_TRUE(found == each.settings.problem.parameters.end() || found->second != 2.0);
  }
}

}  // namespace
}  // namespace heteroscope::mandelbrot
