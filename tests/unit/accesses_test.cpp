#include <gtest/gtest.h>

#include "core/model/access_pattern.hpp"
#include "kernels/registry.hpp"
#include "tests/fakes/stop.hpp"

namespace heteroscope {
namespace {

/// What a workload says of accesses is about variants that it has, each once, and blocks that these can be launched
/// with.
TEST(Accesses, AreOfVariantsThatThereAre) {
  int found = 0;
  for (const Workload* workload : catalog()) {
    if (!workload->accesses) continue;
    for (const AccessingVariant& each : workload->accesses->variants) {
      const auto stage = std::ranges::find(workload->stages, each.stage, &Stage::id);
      ASSERT_NE(stage, workload->stages.end()) << each.stage;
      const Variant* variant = stage->find(each.variant);
      ASSERT_NE(variant, nullptr) << workload->id << ' ' << each.variant;
      EXPECT_EQ(variant->processor, Processor::gpu);
      EXPECT_EQ(workload->find_accesses(each.stage, each.variant), &each) << each.variant;
      EXPECT_NE(each.make, nullptr);
      EXPECT_GT(each.default_block.threads(), 0);
      if (variant->knobs.blocks != BlockRule::none) {
        EXPECT_TRUE(each.any_block) << each.variant;
        EXPECT_EQ(each.default_block, variant->knobs.default_block) << each.variant;
      }
      ++found;
    }
  }
  EXPECT_EQ(found, 4 + 8 + 2 + 5 + 4);
}

/// Of every GPU variant of a stage that a lens is for something is said: what it reads, that it is a library's, or that
/// its model would be the kernel a second time.
TEST(Accesses, SayOfEachVariantWhatIsKnown) {
  int libraries = 0;
  int intricate = 0;
  for (const Workload* workload : catalog()) {
    if (!workload->accesses) continue;
    const Accesses& accesses = *workload->accesses;
    for (const NamedVariant& each : workload->stages.back().variants) {
      if (each.variant->processor != Processor::gpu) continue;
      const bool library = std::ranges::find(accesses.libraries, each.id) != accesses.libraries.end();
      const bool modeled = accesses.find(workload->stages.back().id, each.id) != nullptr;
      const bool copy = std::ranges::find(accesses.intricate, each.id) != accesses.intricate.end();
      EXPECT_EQ((library ? 1 : 0) + (modeled ? 1 : 0) + (copy ? 1 : 0), 1) << workload->id << ' ' << each.id;
      libraries += library ? 1 : 0;
      intricate += copy ? 1 : 0;
    }
  }
  EXPECT_EQ(libraries, 3);
  EXPECT_EQ(intricate, 12);
}

TEST(Accesses, OfNobodyElse) {
  const Workload& transpose = find_workload(catalog(), "transpose");
  EXPECT_EQ(transpose.find_accesses("transpose", "cublas_geam"), nullptr);
  EXPECT_EQ(transpose.find_accesses("cells", "cuda_global"), nullptr);
  EXPECT_EQ(find_workload(catalog(), "mandelbrot").find_accesses("escape", "cuda_2d"), nullptr);
}

/// A pattern of one launch, whose block b has one load of 32 lanes that are `b % period` + 1 sectors apart.
AccessPattern periodic(int columns, int rows, int period) {
  AccessPattern out;
  out.launches = {{.columns = columns, .rows = rows, .warps = 1}};
  out.arrays = {{"input", false, 4, {1 << 20, 1}}};
  out.work = [period](const WarpPlace& at) {
    WarpAccess access{.array = "input"};
    for (int lane = 0; lane < 32; ++lane)
      access.lanes.push_back({lane, static_cast<std::uint64_t>(lane * (at.block % period) * 32)});
    return WarpWork{.accesses = {access}};
  };
  return out;
}

/// Blocks that are looked at do not stand in step with the grid's rows: 1 of 4 blocks touches one sector, the
/// others 32.
TEST(Accesses, SamplesOfABlocksPeriod) {
  const AccessPattern pattern = periodic(64, 256, 4);
  const double exact = totals_of(pattern, 0, 1 << 20).sum(Access::global_load).sectors;
  EXPECT_EQ(exact, 64 * 256 * (1 + 3 * 32) / 4.0);
  for (const std::int64_t most : {1000, 2048, 4096}) {
    const AccessTotals some = totals_of(pattern, 0, most);
    EXPECT_EQ(some.blocks_looked_at, most);
    EXPECT_NEAR(some.sum(Access::global_load).sectors / exact, 1, 0.02) << most;
    EXPECT_DOUBLE_EQ(some.sum(Access::global_load).requests, 64 * 256);
  }
}

TEST(Accesses, TotalsOfAStoppedSearchReturn) {
  EXPECT_TRUE(totals_of(periodic(8, 8, 4), 0, 64, testing::requested_stop()).of.empty());
}

}  // namespace
}  // namespace heteroscope
