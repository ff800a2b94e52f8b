// A pass of a traced frame as grids of blocks and chunks.
#include "app/scope/traced.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "app/scope/fold.hpp"
#include "core/model/settings/settings.hpp"
#include "core/run/execute.hpp"
#include "kernels/registry.hpp"
#include "tests/fakes/stop.hpp"

namespace heteroscope {
namespace {

const Participant of_gpu{Processor::gpu, 0};
const Participant of_cpu{Processor::cpu, 0};

TracedPass pass_over(Size space, std::string name, Over over = Over::output, int stage = 0) {
  return {.name = std::move(name),
          .stage = stage,
          .over = over,
          .space = space,
          .regions = {{{0, space.width}, {0, space.height}}}};
}

/// Two rows of two blocks of 2 × 2 cells.
Trace four_blocks() {
  Trace out;
  out.passes = {pass_over({4, 4}, "cells")};
  out.launches = {{.shape = {.run = 2, .stride = 4}, .columns = 2, .rows = 2}};
  for (std::uint32_t i = 0; i < 4; ++i) {
    const std::uint64_t first = i / 2 * 8 + i % 2 * 2;
    out.spans.push_back({.cells = {first, 6}, .number = i, .unit = 7 - i, .start_ns = 5000 + 100 * i, .end_ns = 6000});
  }
  return out;
}

TEST(TracedMapping, BlocksAreTheirLaunchsGrid) {
  const std::vector<Trace> traces{four_blocks()};
  const auto made = traced_mapping(std::vector{of_gpu}, traces, {}, {4, 4}, {});
  ASSERT_TRUE(made);
  EXPECT_EQ(made->pass, (PassKey{0, "cells"}));
  ASSERT_EQ(made->index.mapping.grids.size(), 1U);
  EXPECT_EQ(made->index.mapping.grids[0].columns, 2);
  EXPECT_EQ(made->index.mapping.grids[0].rows, 2);
  for (int y = 0; y < 4; ++y) {
    for (int x = 0; x < 4; ++x) EXPECT_EQ(block_of_cell(made->index, x, y), y / 2 * 2 + x / 2) << x << ", " << y;
  }
  EXPECT_EQ(cells_of_block(made->index, 3), (std::vector<Patch>{{2, 2, 2, 2}}));
  EXPECT_DOUBLE_EQ(made->times.start_of(3), static_cast<double>(0.3F));
  EXPECT_EQ(made->times.end_of(0), 1);
  EXPECT_EQ(made->times.units.name(made->times.unit[3]), "SM 4");
}

TEST(TracedMapping, SpansOfPersistentBlocksAreCountedThrough) {
  Trace trace = four_blocks();
  trace.launches[0].columns = 1;
  trace.launches[0].rows = 1;
  const auto made = traced_mapping(std::vector{of_gpu}, std::vector{trace}, {}, {4, 4}, {});
  ASSERT_TRUE(made);
  EXPECT_EQ(made->index.blocks(), 4);
  EXPECT_EQ(made->index.mapping.grids[0].label, "launch 1, parts of 1 blocks");
  EXPECT_EQ(block_of_cell(made->index, 3, 3), 3);
}

TEST(TracedMapping, ALibrarysKernelsAreOneSpanAndSaySo) {
  Trace trace;
  trace.passes = {pass_over({4, 4}, "cub::Transform")};
  trace.launches = {{.kind = SpanKind::library, .shape = {.wraps = true}}};
  trace.spans = {{.cells = {0, 16}, .start_ns = 1, .end_ns = 2}};
  const auto made = traced_mapping(std::vector{of_gpu}, std::vector{trace}, {}, {4, 4}, {});
  ASSERT_TRUE(made);
  ASSERT_EQ(made->index.mapping.grids.size(), 1U);
  EXPECT_EQ(made->index.mapping.grids[0].label, "library");
  EXPECT_EQ(made->index.blocks(), 1);
  EXPECT_EQ(block_of_cell(made->index, 3, 3), 0);
}

TEST(TracedMapping, ASpanInTwoPartsIsOneBlock) {
  Trace trace = four_blocks();
  trace.spans[1] = {.cells = {12, 2}, .number = 0, .unit = 7, .start_ns = 7000, .end_ns = 8000};
  trace.spans.erase(trace.spans.begin() + 2);
  const auto made = traced_mapping(std::vector{of_gpu}, std::vector{trace}, {}, {4, 4}, {});
  ASSERT_TRUE(made);
  EXPECT_EQ(made->times.start_of(0), 0);
  EXPECT_EQ(made->times.end_of(0), 3);
  EXPECT_EQ(block_of_cell(made->index, 0, 0), 0);
  EXPECT_EQ(block_of_cell(made->index, 1, 3), 0);
  EXPECT_FALSE(block_of_cell(made->index, 2, 0));
  EXPECT_FALSE(made->times.recorded(1));
}

TEST(TracedMapping, ChunksStandInTheOrderInWhichTheyBegan) {
  Trace trace;
  trace.passes = {pass_over({4, 3}, "rows")};
  trace.launches = {{.kind = SpanKind::thread}, {.kind = SpanKind::thread}};
  trace.spans = {{.cells = {8, 4}, .launch = 1, .unit = 1, .start_ns = 10, .end_ns = 20},
                 {.cells = {0, 4}, .launch = 0, .unit = 0, .start_ns = 12, .end_ns = 30},
                 {.cells = {4, 4}, .launch = 0, .unit = 1, .start_ns = 20, .end_ns = 40}};
  const auto made = traced_mapping(std::vector{of_cpu}, std::vector{trace}, {}, {4, 3}, {});
  ASSERT_TRUE(made);
  ASSERT_EQ(made->index.mapping.grids.size(), 1U);
  EXPECT_EQ(made->index.mapping.grids[0].label, "CPU: 3 chunks as begun");
  EXPECT_EQ(block_of_cell(made->index, 0, 2), 0);
  EXPECT_EQ(block_of_cell(made->index, 0, 0), 1);
  EXPECT_EQ(block_of_cell(made->index, 0, 1), 2);
  trace.spans.resize(1);
  const auto alone = traced_mapping(std::vector{of_cpu}, std::vector{trace}, {}, {4, 3}, {});
  ASSERT_TRUE(alone);
  EXPECT_EQ(alone->index.mapping.grids[0].label, "CPU: 1 chunk as begun");
}

TEST(TracedMapping, ParticipantsPartsOfAResultAreShownTogether) {
  // the GPU's upper half by two passes, the CPU's lower half by one of another name
  Trace upper = four_blocks();
  upper.passes.insert(upper.passes.begin(), pass_over({4, 4}, "across"));
  upper.launches.push_back(upper.launches[0]);
  upper.launches[1].pass = 1;
  upper.spans = {{.cells = {0, 6}, .launch = 0, .unit = 1, .start_ns = 1, .end_ns = 2},
                 {.cells = {0, 6}, .launch = 1, .unit = 1, .start_ns = 3, .end_ns = 4}};
  Trace lower;
  lower.passes = {pass_over({4, 4}, "rows")};
  lower.launches = {{.kind = SpanKind::thread, .shape = {.stride = 4}}};
  lower.spans = {{.cells = {8, 8}, .launch = 0, .unit = 0, .start_ns = 10, .end_ns = 20}};
  const std::vector<Trace> traces{upper, lower};
  const std::vector participants{of_gpu, of_cpu};
  EXPECT_EQ(passes_of(traces), (std::vector<PassKey>{{0, "across"}, {0, "cells"}}));
  const auto whole = traced_mapping(participants, traces, {0, "cells"}, {4, 4}, {});
  ASSERT_TRUE(whole);
  EXPECT_EQ(block_of_cell(whole->index, 0, 0), 0);
  EXPECT_EQ(block_of_cell(whole->index, 3, 3), 4);
  const auto across = traced_mapping(participants, traces, {0, "across"}, {4, 4}, {});
  ASSERT_TRUE(across);
  EXPECT_EQ(across->passes[1], no_pass) << "the CPU has no such pass before its last";
}

TEST(TracedMapping, ThingsWithSomeNumbersAreACellEach) {
  Trace trace;
  trace.passes = {pass_over({6, 100}, "bodies")};
  trace.launches = {{.kind = SpanKind::thread, .shape = {.wraps = true}}};
  trace.spans = {{.cells = {0, 300}, .launch = 0, .unit = 0, .start_ns = 1, .end_ns = 2},
                 {.cells = {300, 300}, .launch = 0, .unit = 1, .start_ns = 1, .end_ns = 2}};
  const auto made = traced_mapping(std::vector{of_cpu}, std::vector{trace}, {0, "bodies"}, {40, 30}, {});
  ASSERT_TRUE(made);
  EXPECT_EQ(made->index.mapping.extent.size, (Size{32, 4}));
  EXPECT_EQ(block_of_cell(made->index, 49 % 32, 49 / 32), 0);
  EXPECT_EQ(block_of_cell(made->index, 50 % 32, 50 / 32), 1);
  EXPECT_EQ(block_of_cell(made->index, 99 % 32, 99 / 32), 1);
  EXPECT_FALSE(block_of_cell(made->index, 100 % 32, 100 / 32));
}

TEST(TracedMapping, TakesTheLastPassOverTheResultUnlessAnotherIsAskedFor) {
  Trace trace = four_blocks();
  trace.passes.insert(trace.passes.begin(), pass_over({4, 4}, "before"));
  trace.passes.push_back(pass_over({2, 2}, "coarse", Over::other, 1));
  trace.launches[0].pass = 1;
  trace.launches.push_back({.pass = 2, .columns = 1, .rows = 1});
  trace.spans.push_back({.cells = {0, 4}, .launch = 1, .start_ns = 9000, .end_ns = 9500});
  const std::vector<Trace> traces{trace};
  EXPECT_EQ(passes_of(traces), (std::vector<PassKey>{{0, "before"}, {0, "cells"}, {1, "coarse"}}));
  const std::vector participants{of_gpu};
  EXPECT_EQ(traced_mapping(participants, traces, {}, {4, 4}, {})->pass.name, "cells");
  const auto coarse = traced_mapping(participants, traces, {1, "coarse"}, {4, 4}, {});
  ASSERT_TRUE(coarse);
  EXPECT_EQ(coarse->index.mapping.extent.size, (Size{2, 2}));
  EXPECT_FALSE(traced_mapping(participants, traces, {1, "cells"}, {4, 4}, {}));
  // of another size none is over the result: the last one
  EXPECT_EQ(traced_mapping(participants, traces, {}, {9, 9}, {})->pass.name, "coarse");
}

TEST(TracedMapping, PassesOfOneNameAreToldApartByTheirSizes) {
  Trace trace = four_blocks();
  trace.passes.push_back(pass_over({2, 2}, "cells", Over::other));
  trace.launches.push_back({.pass = 1, .columns = 1, .rows = 1});
  trace.spans.push_back({.cells = {0, 4}, .launch = 1, .start_ns = 9000, .end_ns = 9500});
  const std::vector<Trace> traces{trace};
  const std::vector participants{of_gpu};
  EXPECT_EQ(passes_of(traces), (std::vector<PassKey>{{0, "cells", {4, 4}}, {0, "cells", {2, 2}}}));
  EXPECT_EQ(traced_mapping(participants, traces, {}, {4, 4}, {})->pass, (PassKey{0, "cells", {4, 4}}));
  EXPECT_EQ(traced_mapping(participants, traces, {0, "cells", {2, 2}}, {4, 4}, {})->index.mapping.extent.size,
            (Size{2, 2}));
  // without a size it is the last one
  EXPECT_EQ(traced_mapping(participants, traces, {0, "cells"}, {4, 4}, {})->index.mapping.extent.size, (Size{2, 2}));
}

TEST(TracedMapping, ParticipantsStandBesideEachOther) {
  Trace rows;
  rows.passes = {pass_over({4, 4}, "cells")};
  rows.passes[0].regions = {{{0, 4}, {2, 4}}};
  rows.launches = {{.kind = SpanKind::thread}};
  rows.spans = {{.cells = {8, 8}, .unit = 1, .start_ns = 5500, .end_ns = 7000}};
  rows.launches[0].shape.wraps = true;
  Trace blocks = four_blocks();
  blocks.spans.resize(2);
  const auto made = traced_mapping(std::vector{of_gpu, of_cpu}, std::vector{blocks, rows}, {}, {4, 4}, {});
  ASSERT_TRUE(made);
  EXPECT_EQ(made->index.mapping.grids.size(), 2U);
  EXPECT_EQ(block_of_cell(made->index, 3, 0), 1);
  // the launch's grid has four places, of which two are empty
  EXPECT_EQ(block_of_cell(made->index, 3, 3), 4);
  EXPECT_EQ(made->times.units.name(made->times.unit[4]), "thread 1");
  EXPECT_EQ(made->times.start_of(4), 0.5);
}

TEST(TracedMapping, ALongLineIsFolded) {
  Trace trace;
  trace.passes = {pass_over({10000, 1}, "bodies", Over::other)};
  trace.launches = {{.columns = 2, .rows = 1}};
  trace.spans = {{.cells = {0, 5000}, .number = 0, .start_ns = 1, .end_ns = 2},
                 {.cells = {5000, 5000}, .number = 1, .start_ns = 1, .end_ns = 2}};
  const auto made = traced_mapping(std::vector{of_gpu}, std::vector{trace}, {}, {64, 64}, {});
  ASSERT_TRUE(made);
  const Size size = made->index.mapping.extent.size;
  EXPECT_EQ(size, (Size{128, 79}));
  EXPECT_EQ(block_of_cell(made->index, 7, 39), 0);
  EXPECT_EQ(block_of_cell(made->index, 8, 39), 1);  // 39 · 128 + 8 = 5000
  EXPECT_FALSE(block_of_cell(made->index, 127, 78));
}

TEST(TracedMapping, IsGivenUp) {
  EXPECT_FALSE(traced_mapping(std::vector{of_gpu}, std::vector{four_blocks()}, {}, {4, 4}, testing::requested_stop()));
  EXPECT_FALSE(traced_mapping({}, {}, {}, {4, 4}, {}));
}

/// What every workload computes on the CPU can be shown.
TEST(TracedMapping, EveryCellOfTheLastPassHasItsSpan) {
  Executor executor;
  for (const Workload* each : catalog()) {
    Settings settings = default_settings(*each);
    settings.problem.size = {70, 33};
    settings.execution.processor = Processor::cpu;
    if (each->iterates()) settings.problem.steps = 2;
    const Planned planned = plan(settings, catalog(), device::facts());
    ASSERT_TRUE(planned) << planned.refusal;
    const auto frame = executor.execute(*planned.plan, WholeRun{.trace = true});
    ASSERT_TRUE(frame);
    const Size field = each->gives_numbers() ? frame->plan.input.size : frame->plan.output.size;
    for (const PassKey& pass : passes_of(frame->traces)) {
      const auto made = traced_mapping(frame->plan.participants, frame->traces, pass, field, {});
      ASSERT_TRUE(made) << each->id << ", " << pass.name;
      const auto with_piece = std::ranges::count_if(made->index.owner, [](auto owner) { return owner != 0; });
      EXPECT_GT(with_piece, 0) << each->id << ", " << pass.name;
      const TracedPass* of = nullptr;
      for (const TracedPass& one : frame->traces[0].passes)
        of = one.name == pass.name && one.stage == pass.stage ? &one : of;
      std::int64_t cells = 0;
      // a body is a row of some numbers, and shown as one cell
      const bool things = Fold(of->space, of->space == field).things;
      for (const Region& region : of->regions) {
        if (things) cells += region.rows.count();
        for (int y = region.rows.begin; y < region.rows.end && !things; ++y)
          cells += std::min(region.columns.end, values_in_row(of->domain, of->space.width, y)) - region.columns.begin;
      }
      EXPECT_EQ(with_piece, cells) << each->id << ", " << pass.name;
    }
  }
}

}  // namespace
}  // namespace heteroscope
