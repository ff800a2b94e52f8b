#include <gtest/gtest.h>

#include "core/device/device.hpp"
#include "core/plan/plan.hpp"
#include "core/verify/cases.hpp"
#include "core/verify/verifier.hpp"
#include "kernels/registry.hpp"
#include "kernels/triangle/workload.hpp"

/// What only a GPU can show of the mappings, beside the cases that `verify` tries on one.
namespace heteroscope::triangle {
namespace {

std::vector<std::string> gpu_variants() {
  std::vector<std::string> out;
  for (const NamedVariant& each : workload.stages.back().variants) {
    if (each.variant->processor == Processor::gpu) out.emplace_back(each.id);
  }
  return out;
}

class TriangleOnGpu : public ::testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    if (!device::facts().available) GTEST_SKIP() << "skipped: no CUDA device";
    settings_ = default_settings(workload);
    settings_.problem.precision = Precision::fp32;
    settings_.execution.processor = Processor::gpu;
    choose_variant(settings_, workload, GetParam());
  }
  void expect_right(const Settings& settings) {
    const CaseResult result = verifier_.run(settings);
    EXPECT_EQ(result.outcome, Outcome::passed)
        << result.reason << ", " << result.diff.beyond << " cells differ, the first at " << result.diff.first_x << ", "
        << result.diff.first_y;
  }

  Settings settings_;
  Verifier verifier_{catalog(), device::facts()};
};

// 46400² is just below 2^31 elements and 46500² above; both have more than 2^32 bytes.
TEST_P(TriangleOnGpu, IndicesOfLargeMatricesDoNotOverflow) {
  for (const int n : {46400, 46500}) {
    settings_.problem.parameters["n"] = n;
    const Planned planned = plan(settings_, catalog(), device::facts());
    if (!planned) GTEST_SKIP() << planned.refusal;
    expect_right(settings_);
    verifier_.forget();
  }
}

TEST_P(TriangleOnGpu, IsRightAtEverySplitByArea) {
  settings_.execution.processor = Processor::split;
  settings_.problem.parameters["n"] = 257;
  settings_.problem.parameters["cutoff"] = 32;
  for (int percent = 0; percent <= 100; percent += 5) {
    SCOPED_TRACE(percent);
    settings_.execution.shares = {percent / 100.0};
    expect_right(settings_);
  }
}

TEST_P(TriangleOnGpu, IsRightAtEveryDepthAndCutOff) {
  settings_.problem.parameters["n"] = 1000;
  settings_.execution.block = GetParam() == "cuda_linear" ? BlockShape{} : BlockShape{8, 8};
  for (const int cutoff : {1, 8, 9, 100, 1000}) {
    for (const int depth : {0, 1, 3, 12}) {
      SCOPED_TRACE(std::to_string(cutoff) + ", depth " + std::to_string(depth));
      settings_.problem.parameters["cutoff"] = cutoff;
      settings_.problem.parameters["max_depth"] = depth;
      expect_right(settings_);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, TriangleOnGpu, ::testing::ValuesIn(gpu_variants()),
                         [](const auto& each) { return each.param; });

}  // namespace
}  // namespace heteroscope::triangle
