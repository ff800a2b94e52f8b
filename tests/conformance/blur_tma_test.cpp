#include <gtest/gtest.h>

#include <string>

#include "core/device/device.hpp"
#include "core/run/compare.hpp"
#include "core/run/execute.hpp"
#include "kernels/blur/parameters.hpp"
#include "kernels/blur/workload.hpp"
#include "kernels/registry.hpp"

/// What `cuda_tma` computes to the bit, and what it refuses.
namespace heteroscope::blur {
namespace {

const Variant& tma_variant() {
  return *workload.stages.front().find("cuda_tma");
}

TEST(BlurByBoxes, RefusesRowsThatBeginAnywhere) {
  if (tma_variant().unfit == nullptr) GTEST_SKIP() << "this build has no CUDA variants";
  const auto refusal = [](Size size, Precision precision) {
    return tma_variant().unfit({}, {.size = size, .precision = precision}, true, {});
  };
  EXPECT_EQ(refusal({203, 117}, Precision::fp32),
            "TMA copies rows whose length is a multiple of 16 bytes: the width must be a multiple of 4");
  EXPECT_EQ(refusal({203, 117}, Precision::fp64),
            "TMA copies rows whose length is a multiple of 16 bytes: the width must be a multiple of 2");
  EXPECT_NE(refusal({202, 117}, Precision::fp32), "");
  EXPECT_EQ(refusal({202, 117}, Precision::fp64), "");
  EXPECT_EQ(refusal({204, 117}, Precision::fp32), "");
}

TEST(BlurByBoxes, RefusesOlderGpus) {
  if (tma_variant().unfit == nullptr) GTEST_SKIP() << "this build has no CUDA variants";
  device::Facts older;
  older.available = true;
  older.major = 8;
  older.minor = 9;
  EXPECT_EQ(tma_variant().unavailable(older),
            "copies of boxes by the tensor memory accelerator (TMA) need compute capability 9.0");
}

/// Two passes from the first tap to the last have the same bits, wherever a tile begins, ends, or meets a border.
TEST(BlurByBoxes, HasTheBitsOfTwoLaunches) {
  if (!device::facts().available) GTEST_SKIP() << "skipped: no CUDA device";
  Executor executor;
  for (int radius = 1; radius <= max_radius; ++radius) {
    for (const int border : {0, 1, 2}) {
      for (const Precision precision : {Precision::fp32, Precision::fp64}) {
        for (const Size size : {Size{204, 117}, {64, 33}, {132, 16}, {4, 9}}) {
          Settings settings = default_settings(workload);
          settings.problem.parameters["radius"] = radius;
          settings.problem.parameters["border"] = border;
          settings.problem.source = {.id = "noise", .number = 1};
          settings.problem.size = size;
          settings.problem.precision = precision;
          settings.execution.processor = Processor::gpu;
          const auto computed = [&](const char* variant) {
            settings.execution.variants["blur"].gpu = variant;
            return plan(settings, catalog(), device::facts());
          };
          const Planned boxes = computed("cuda_tma");
          if (!boxes) GTEST_SKIP() << boxes.refusal;
          const Planned launches = computed("cuda_separable");
          const auto expected = executor.execute(*launches.plan, WholeRun{.summarize = false});
          const auto found = executor.execute(*boxes.plan, WholeRun{.summarize = false});
          ASSERT_TRUE(compare(expected->field.host_view(), found->field.host_view()).equal())
              << "radius " << radius << ", border " << border << ", " << size.width << " x " << size.height;
        }
      }
    }
  }
}

}  // namespace
}  // namespace heteroscope::blur
