#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <thread>

#include "core/device/device.hpp"
#include "core/run/compare.hpp"
#include "core/run/execute.hpp"
#include "kernels/blur/workload.hpp"
#include "kernels/registry.hpp"
#include "tests/unit/refused.hpp"

/// What a blur says of itself, and what its variants have in common beyond one job.
namespace heteroscope::blur {
namespace {

TEST(BlurWorkload, ToleranceIsTheSumOfBothBounds) {
  // radius 2: direct 25 + 2, separable 2·5 + 4
  const std::any p = workload.bind({{"radius", 2}});
  EXPECT_DOUBLE_EQ(workload.tolerance(p, Precision::fp64, 100), 41 * 0x1p-53 * 100);
  EXPECT_DOUBLE_EQ(workload.tolerance(p, Precision::fp32, 255), 41 * 0x1p-24 * 255);
  EXPECT_GT(workload.tolerance(p, Precision::fp32, 0), 0);  // underflow
}

TEST(BlurWorkload, RefusesWhatIsNoBlur) {
  const auto refusal = [](const Values& values) {
    return heteroscope::testing::refusal([&] { workload.bind(values); });
  };
  EXPECT_EQ(refusal({{"radius", 32}, {"sigma", 0.1}, {"border", 2}}), "(nothing thrown)");
  EXPECT_EQ(refusal({{"sigma", 0}}), "(nothing thrown)");
  EXPECT_EQ(heteroscope::testing::refused([] {
              workload.bind({{"sigma", 0.05}});
            }),
            (heteroscope::testing::Refused{Wrong::value, "sigma"}));
  EXPECT_NE(refusal({{"sigma", 101}}).find("sigma"), std::string::npos);
  EXPECT_NE(refusal({{"radius", 0}}).find("radius"), std::string::npos);
  EXPECT_NE(refusal({{"radius", 33}}).find("radius"), std::string::npos);
  EXPECT_NE(refusal({{"border", 3}}).find("border"), std::string::npos);
}

TEST(BlurWorkload, MovesEachPixelInAndOut) {
  const Work work = workload.work(workload.bind({}), {8192, 8192}, Precision::fp32, {});
  EXPECT_EQ(work.bytes, 8.0 * 8192 * 8192);
  EXPECT_EQ(work.operations, 8192.0 * 8192);
}

/// The mask in constant memory exists once for the whole process.
TEST(BlurConstantMemory, TwoExecutorsWithDifferentMasks) {
  const auto settings_of = [](int radius) {
    Settings settings = default_settings(workload);
    settings.problem.parameters["radius"] = radius;
    settings.problem.source = {.id = "noise", .number = 1};
    settings.problem.size = {700, 500};
    settings.problem.precision = Precision::fp32;
    settings.execution.processor = Processor::gpu;
    settings.execution.variants["blur"].gpu = "cuda_shared_constant";
    return settings;
  };
  const Planned first = plan(settings_of(2), catalog(), device::facts());
  if (!first) GTEST_SKIP() << first.refusal;
  std::atomic<int> wrong = 0;
  const auto compute = [&](int radius) {
    Executor executor;
    Settings settings = settings_of(radius);
    const Planned there = plan(settings, catalog(), device::facts());
    settings.execution.processor = Processor::cpu;
    settings.execution.variants["blur"].cpu = "sequential";
    const Planned here = plan(settings, catalog(), device::facts());
    const auto expected = executor.execute(*here.plan, WholeRun{.summarize = false});
    for (int i = 0; i < 100; ++i) {
      const auto found = executor.execute(*there.plan, WholeRun{.summarize = false});
      if (!compare(expected->field.host_view(), found->field.host_view()).equal()) ++wrong;
    }
  };
  std::thread other(compute, 5);
  compute(2);
  other.join();
  EXPECT_EQ(wrong, 0);
}

}  // namespace
}  // namespace heteroscope::blur
