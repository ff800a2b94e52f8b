#include <gtest/gtest.h>

#include "kernels/mandelbrot/deep/launch.hpp"
#include "kernels/registry.hpp"

namespace heteroscope::mandelbrot {
namespace {

/// Variants whose kernels have one shape of blocks, and so none to choose, launch those of deep pictures, too.
TEST(DeepLaunch, HasBlocksForEveryVariant) {
  constexpr int most_threads = 1024;
  for (const Stage& stage : find_workload(catalog(), "mandelbrot").stages) {
    for (const NamedVariant& each : stage.variants) {
      if (each.variant->processor != Processor::gpu) continue;
      const BlockShape block = deep_block(each.variant->knobs.default_block);
      EXPECT_GT(block.threads(), 0) << each.id;
      EXPECT_LE(block.threads(), most_threads) << each.id;
    }
  }
}

TEST(DeepLaunch, KeepsAChosenBlock) {
  EXPECT_EQ(deep_block({7, 5}), (BlockShape{7, 5}));
}

}  // namespace
}  // namespace heteroscope::mandelbrot
