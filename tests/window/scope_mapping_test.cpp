// What the scope is made of: who computes which cell, in which order, where it is drawn.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "app/scope/paint.hpp"
#include "app/window/features/scope/readout.hpp"
#include "app/window/features/scope/task.hpp"
#include "core/device/device.hpp"
#include "core/plan/plan.hpp"
#include "core/run/execute.hpp"
#include "kernels/registry.hpp"
#include "tests/fakes/stop.hpp"

namespace heteroscope {
namespace {

/// A lower triangle of n rows in tiles of 2 × 2 cells: a square grid of blocks, those above the diagonal idle.
BlockMapping box_mapping(int n) {
  const int tiles = (n + 1) / 2;
  BlockMapping out{.extent = {.size = {n, n}, .domain = Domain::lower_triangle},
                   .threads = {2, 2},
                   .grids = {{.id = 7, .label = "box", .columns = tiles, .rows = tiles}}};
  out.patches = [tiles](std::size_t, std::int64_t block) {
    const int x = static_cast<int>(block) % tiles;
    const int y = static_cast<int>(block) / tiles;
    BlockPatches patches;
    if (x <= y) patches = {.count = 1, .patch = {{2 * x, 2 * y, 2, 2}, {}}};
    return patches;
  };
  return out;
}

MappingIndex index_of(BlockMapping mapping) {
  auto out = index_mapping(std::move(mapping), {});
  EXPECT_TRUE(out.has_value());
  return *std::move(out);
}

struct Case {
  const Workload* workload;
  const MappedVariant* variant;
  MappingOf of;
};

/// Every covering variant there is, at some sizes and blocks.
std::vector<Case> cases() {
  std::vector<Case> out;
  for (const Workload* workload : catalog()) {
    if (!workload->block_mappings) continue;
    for (const MappedVariant& variant : workload->block_mappings->variants) {
      for (const int n : {1, 33, 96, 300}) {
        for (const BlockShape block : {BlockShape{8, 8}, BlockShape{32, 8}}) {
          Settings settings = default_settings(*workload);
          const Parameter* side = workload->size_parameter(settings.problem.parameters);
          if (side == nullptr) continue;
          settings.problem.parameters[std::string(side->id)] = n;
          if (workload->find_parameter("cutoff") != nullptr) settings.problem.parameters["cutoff"] = 32;
          MappingOf of{.workload = workload,
                       .variant = std::string(variant.variant),
                       .parameters = settings.problem.parameters,
                       .output = workload->output(workload->bind(settings.problem.parameters), {}, Precision::fp32),
                       .block = block};
          of.rows = of.output.size.height;
          out.push_back({workload, &variant, of});
        }
      }
    }
  }
  return out;
}

/// Who computes each cell, asked patch by patch: 1 + number.
std::vector<std::int64_t> owners_of(const BlockMapping& mapping) {
  const Size size = mapping.extent.size;
  std::vector<std::int64_t> out(static_cast<std::size_t>(size.area()));
  std::int64_t number = 0;
  for (std::size_t g = 0; g < mapping.grids.size(); ++g) {
    for (std::int64_t b = 0; b < mapping.grids[g].blocks(); ++b) {
      ++number;
      const BlockPatches patches = mapping.patches(g, b);
      for (int i = 0; i < patches.count; ++i) {
        const Patch& p = patches.patch[i];
        for (int y = p.y; y < std::min(p.y + p.height, size.height); ++y) {
          for (int x = p.x; x < std::min(p.x + p.width, size.width); ++x) {
            out[static_cast<std::size_t>(std::int64_t{y} * size.width + x)] = number;
          }
        }
      }
    }
  }
  return out;
}

TEST(MappingIndex, OfABoxByHand) {
  // 5 rows: 3 × 3 blocks, of which 6 are on or below the diagonal
  const MappingIndex index = index_of(box_mapping(5));
  EXPECT_EQ(index.unit, (Size{2, 2}));
  EXPECT_EQ(index.texels, (Size{3, 3}));
  EXPECT_EQ(index.owner, (std::vector<std::uint32_t>{1, 0, 0, 4, 5, 0, 7, 8, 9}));
  // on the diagonal 3 of 4 threads, in the last row of tiles those of row 4 alone: 2, 2 and 1
  EXPECT_EQ(index.busy, (std::vector<std::uint16_t>{3, 0, 0, 4, 3, 0, 2, 2, 1}));
  EXPECT_EQ(index.figures.launches, 1);
  EXPECT_EQ(index.figures.blocks, 9);
  EXPECT_EQ(index.figures.useful_blocks, 6);
  EXPECT_EQ(index.figures.threads, 36);
  EXPECT_EQ(index.figures.useful_threads, 15);
  EXPECT_EQ(block_of_cell(index, 4, 4), 8);
  EXPECT_EQ(block_of_cell(index, 3, 1), std::nullopt);
  EXPECT_EQ(block_of_cell(index, 5, 4), std::nullopt);
  EXPECT_EQ(block_of_cell(index, 0, -1), std::nullopt);
  EXPECT_EQ(values_of(index.mapping.extent, patches_of_block(index, 4)), 3);
}

TEST(MappingIndex, FindsTheBlockOfEveryCell) {
  ASSERT_FALSE(cases().empty());
  for (const Case& each : cases()) {
    const BlockMapping mapping = make_block_mapping(each.of, *each.variant);
    const std::vector<std::int64_t> owners = owners_of(mapping);
    const MappingIndex index = index_of(mapping);
    const Size size = mapping.extent.size;
    std::int64_t cells = 0;
    for (std::int64_t number = 0; number < index.blocks(); ++number) {
      cells += values_of(mapping.extent, patches_of_block(index, number));
    }
    EXPECT_EQ(cells, values_above(mapping.extent.domain, size.width, size.height)) << each.of.variant;
    for (int y = 0; y < size.height; ++y) {
      for (int x = 0; x < size.width; ++x) {
        const std::int64_t expected = owners[static_cast<std::size_t>(std::int64_t{y} * size.width + x)] - 1;
        ASSERT_EQ(block_of_cell(index, x, y).value_or(-1), expected) << each.of.variant << " " << x << " " << y;
      }
    }
    EXPECT_EQ(index.figures.useful_threads, figures_of(mapping).useful_threads) << each.of.variant;
  }
}

TEST(MappingIndex, TexelsGrowWhereThereAreTooMany) {
  // 40000 blocks of a column each: a texel for each would be longer than a texture
  BlockMapping mapping{.extent = {.size = {40000, 2}}, .threads = {1, 1}, .grids = {{.columns = 40000, .rows = 1}}};
  mapping.patches = [](std::size_t, std::int64_t block) {
    return BlockPatches{.count = 1, .patch = {{static_cast<int>(block), 0, 1, 2}, {}}};
  };
  const MappingIndex index = index_of(mapping);
  EXPECT_EQ(index.unit, (Size{4, 2}));
  EXPECT_EQ(index.texels, (Size{10000, 1}));
  EXPECT_EQ(index.owner[100], 1 + 402U);
  EXPECT_EQ(block_of_cell(index, 402, 1), 402);
  EXPECT_EQ(block_of_cell(index, 401, 1), std::nullopt);  // not what another block computes
}

TEST(MappingIndex, PlacesAreNumberedThroughTheGrids) {
  BlockMapping mapping = box_mapping(5);
  mapping.grids.push_back({.id = 8, .label = "more", .columns = 2, .rows = 1});
  mapping.patches = [](std::size_t, std::int64_t) { return BlockPatches{}; };
  const MappingIndex index = index_of(mapping);
  EXPECT_EQ(index.blocks(), 11);
  EXPECT_EQ(place_of_block(index, 0), (BlockPlace{0, 0}));
  EXPECT_EQ(place_of_block(index, 8), (BlockPlace{0, 8}));
  EXPECT_EQ(place_of_block(index, 9), (BlockPlace{1, 0}));
  EXPECT_EQ(place_of_block(index, 10), (BlockPlace{1, 1}));
}

TEST(MappingIndex, SaysWhenThereAreTooManyBlocks) {
  BlockMapping mapping = box_mapping(5);
  EXPECT_EQ(too_many_blocks(mapping), "");
  mapping.grids.front().columns = mapping.grids.front().rows = 4096;
  EXPECT_EQ(too_many_blocks(mapping), "");
  mapping.grids.front().rows = 4097;
  EXPECT_EQ(too_many_blocks(mapping),
            "16,781,312 blocks are too many to draw (at most 16,777,216): choose larger blocks or a "
            "smaller result");
}

/// Blocks of some grids, by number, and rows of the CPU.
Trace trace_of_blocks(std::vector<TracedSpan> blocks) {
  Trace out;
  out.passes = {{.name = "cells", .space = {5, 5}, .regions = {{{0, 5}, {0, 5}}}}};
  out.launches = {{.grid = 6}, {.grid = 7}};
  out.spans = std::move(blocks);
  return out;
}
Trace trace_of_rows(std::vector<TracedSpan> rows) {
  Trace out;
  out.passes = {{.name = "rows", .space = {10, 10}, .regions = {{{0, 10}, {0, 10}}}}};
  out.launches = {{.kind = SpanKind::thread, .shape = {.stride = 10}}};
  out.spans = std::move(rows);
  return out;
}

TEST(MappingIndex, IsGivenUp) {
  EXPECT_FALSE(index_mapping(box_mapping(5), testing::requested_stop()).has_value());
}

TEST(MappingTimes, ComeFromTheRecordsOfKnownLaunches) {
  const MappingIndex index = index_of(box_mapping(5));
  const ScopeSpans spans{.blocks = 9, .rows = {5, 7}};
  Trace of_gpu = trace_of_blocks({{.launch = 1, .number = 0, .unit = 2, .start_ns = 1000, .end_ns = 3000},
                                  {.launch = 1, .number = 3, .unit = 5, .start_ns = 2500, .end_ns = 4000},
                                  {.launch = 0, .number = 0, .unit = 99, .start_ns = 5000, .end_ns = 9000},
                                  {.launch = 1, .number = 9, .unit = 98, .start_ns = 5000, .end_ns = 9000}});
  of_gpu.dropped = 3;
  const Trace of_cpu = trace_of_rows({{.cells = {60, 10}, .unit = 1, .start_ns = 70000, .end_ns = 71500},
                                      {.cells = {40, 10}, .unit = 9, .start_ns = 70500, .end_ns = 90000}});
  const MappingTimes times = observed_times(spans, &index, of_gpu, of_cpu);
  EXPECT_TRUE(times.observed);
  EXPECT_TRUE(times.recorded(3));
  EXPECT_FALSE(times.recorded(1));
  EXPECT_EQ(times.start_of(0), 0);
  EXPECT_EQ(times.end_of(0), 2);
  EXPECT_EQ(times.start_of(3), 1.5);
  EXPECT_EQ(times.end_of(3), 3);
  EXPECT_EQ(times.unit[3], 5);
  // all times are by one clock, the rows' too; row 4 is none of the spans
  EXPECT_FALSE(times.recorded(spans.of_row(5)));
  EXPECT_EQ(times.start_of(spans.of_row(6)), 69);
  EXPECT_EQ(times.end_of(spans.of_row(6)), 70.5);
  EXPECT_EQ(times.unit[static_cast<std::size_t>(spans.of_row(6))], 7U);
  // multiprocessors 0 to 5, threads 0 and 1
  EXPECT_EQ(times.units.count(), 8U);
  EXPECT_EQ(times.units.name(5), "SM 5");
  EXPECT_EQ(times.units.name(7), "thread 1");
  EXPECT_EQ(times.length, 70.5);
  EXPECT_EQ(times.missing, 7);
  EXPECT_EQ(times.dropped, 3U);
}

TEST(MappingTimes, EveryBlockOfATracedRunLeavesARecord) {
  if (!device::facts().available) GTEST_SKIP() << device::facts().why_not;
  Executor executor;
  for (const Case& each : cases()) {
    Settings settings = default_settings(*each.workload);
    settings.problem.parameters = each.of.parameters;
    settings.problem.precision = Precision::fp32;
    settings.execution.processor = Processor::gpu;
    settings.execution.block = each.variant->any_block ? each.of.block : BlockShape{};
    settings.execution.variants[std::string(each.workload->stages.back().id)].gpu = each.of.variant;
    const Planned planned = plan(settings, catalog(), device::facts());
    ASSERT_TRUE(planned) << planned.refusal;
    const auto frame = executor.execute(*planned.plan, WholeRun{.trace = true});
    ASSERT_TRUE(frame);
    const MappingIndex index = index_of(make_block_mapping(each.of, *each.variant));
    const MappingTimes times = observed_times({.blocks = index.blocks()}, &index, frame->trace_of(Processor::gpu), {});
    EXPECT_EQ(times.missing, 0) << each.of.variant;
    EXPECT_EQ(times.dropped, 0U) << each.of.variant;
    std::set<std::pair<std::uint32_t, std::uint32_t>> blocks;
    for (const TracedSpan& span : frame->trace_of(Processor::gpu).spans) blocks.emplace(span.launch, span.number);
    EXPECT_EQ(static_cast<std::int64_t>(blocks.size()), index.blocks()) << each.of.variant;
    EXPECT_GT(times.units.count(), 0U) << each.of.variant;
  }
}

TEST(MappingTimes, ByNumberOneAfterTheOther) {
  const MappingTimes times = times_by_number({.blocks = 4});
  EXPECT_FALSE(times.observed);
  EXPECT_EQ(times.length, 4);
  EXPECT_EQ(times.start_of(2), 2);
  EXPECT_EQ(times.end_of(2), 3);
  EXPECT_FALSE(times.recorded(2));
}

TEST(ScopePaint, NeighborsDifferOnBothSides) {
  for (const Case& each : cases()) {
    const MappingIndex index = index_of(make_block_mapping(each.of, *each.variant));
    const ScopeSpans spans{.blocks = index.blocks()};
    const ScopePaint paint = paint_mapping(spans, &index, times_by_number(spans), TraceColor::block, gray_on(true));
    const auto color = [&](std::int64_t number) { return paint.colors[static_cast<std::size_t>(number)] & 0xffffffU; };
    const auto busy = [&](std::int64_t number) { return index.busy[static_cast<std::size_t>(number)] > 0; };
    // side by side in a launch
    for (std::size_t g = 0; g < index.mapping.grids.size(); ++g) {
      const MappingGrid& grid = index.mapping.grids[g];
      for (std::int64_t b = 0; b < grid.blocks(); ++b) {
        const std::int64_t number = index.first[g] + b;
        const bool last = b % grid.columns + 1 == grid.columns;
        if (!last && busy(number) && busy(number + 1)) {
          ASSERT_NE(color(number), color(number + 1)) << each.of.variant;
        }
        const bool lowest = b / grid.columns + 1 == grid.rows;
        if (!lowest && busy(number) && busy(number + grid.columns)) {
          ASSERT_NE(color(number), color(number + grid.columns)) << each.of.variant;
        }
      }
    }
    // side by side in the result: other tiles, other shades; a block with two tiles has one color for both
    for (int y = 0; y < index.texels.height; ++y) {
      for (int x = 0; x + 1 < index.texels.width; ++x) {
        const auto at = static_cast<std::size_t>(std::int64_t{y} * index.texels.width + x);
        const std::uint32_t own = index.owner[at];
        const std::uint32_t next = index.owner[at + 1];
        if (own == 0 || next == 0 || own == next) continue;
        const bool one_tile =
            patches_of_block(index, own - 1).count == 1 && patches_of_block(index, next - 1).count == 1;
        if (one_tile && busy(own - 1) && busy(next - 1)) {
          ASSERT_NE(color(own - 1), color(next - 1)) << each.of.variant;
        }
      }
    }
  }
}

TEST(ScopePaint, TellsTheShareOfThreadsThatCompute) {
  const MappingIndex index = index_of(box_mapping(5));
  const ScopeSpans spans{.blocks = 9};
  const ScopePaint paint = paint_mapping(spans, &index, times_by_number(spans), TraceColor::block, gray_on(false));
  const auto share = [&](std::size_t number) { return paint.colors[number] >> 24; };
  EXPECT_EQ(share(0), 191U);  // three of four: 191.25
  EXPECT_EQ(share(1), 0U);
  EXPECT_EQ(share(3), 255U);
  EXPECT_EQ(share(8), 63U);  // one of four
}

TEST(ScopePaint, CountsBlocksByLaunch) {
  for (const Case& each : cases()) {
    const MappingIndex index = index_of(make_block_mapping(each.of, *each.variant));
    const ScopeSpans spans{.blocks = index.blocks()};
    const ScopePaint paint = paint_mapping(spans, &index, times_by_number(spans), TraceColor::launch, gray_on(true));
    std::int64_t blocks = 0;
    std::set<std::uint32_t> colors;
    for (const ScopeLegend& entry : paint.legend) {
      blocks += entry.blocks;
      colors.insert(entry.color);
    }
    EXPECT_EQ(blocks, index.figures.useful_blocks) << each.of.variant;
    EXPECT_EQ(colors.size(), paint.legend.size()) << each.of.variant;
  }
}

TEST(ScopePaint, TimesRunAlongTheRamp) {
  const MappingIndex index = index_of(box_mapping(5));
  const ScopeSpans spans{.blocks = 9};
  const Trace trace = trace_of_blocks({{.launch = 1, .number = 0, .start_ns = 0, .end_ns = 10},
                                       {.launch = 1, .number = 3, .start_ns = 4000, .end_ns = 4010}});
  const MappingTimes times = observed_times(spans, &index, trace, {});
  const ScopePaint paint = paint_mapping(spans, &index, times, TraceColor::start, gray_on(true));
  EXPECT_EQ(paint.ramp_end, 4);
  EXPECT_EQ(paint.colors[0] & 0xffffffU, paint.ramp.front() & 0xffffffU);
  EXPECT_EQ(paint.colors[3] & 0xffffffU, paint.ramp.back() & 0xffffffU);
  EXPECT_EQ(paint.colors[4] & 0xffffffU, paint.colors[6] & 0xffffffU);  // neither was recorded
}

TEST(Timeline, HasARowForEachUnit) {
  const MappingIndex index = index_of(box_mapping(5));
  const ScopeSpans spans{.blocks = 9, .rows = {5, 6}};
  const Trace of_gpu = trace_of_blocks({{.launch = 1, .number = 0, .unit = 0, .start_ns = 0, .end_ns = 1000},
                                        {.launch = 1, .number = 3, .unit = 1, .start_ns = 1000, .end_ns = 4000}});
  const Trace of_cpu = trace_of_rows({{.cells = {50, 10}, .unit = 0, .start_ns = 100, .end_ns = 2100}});
  const MappingTimes times = observed_times(spans, &index, of_gpu, of_cpu);
  std::vector<std::uint32_t> colors(10, 0x00ffffffU);
  colors[0] = 0xff0000aaU;
  colors[3] = 0xff00bb00U;
  colors[9] = 0xffcc0000U;
  const Timeline timeline = timeline_of(times);
  const Picture picture = timeline_picture(timeline, colors, 0, {0, 4}, 8, rows_with_room(timeline, {0, 3}, 3));
  ASSERT_EQ(picture.size, (Size{8, 3}));
  // 4 µs in 8 columns: block 0 has the first two of them, block 3 the last six, row 5 the first four
  const auto at = [&](int x, int y) { return picture.pixels[std::size_t{8} * y + x]; };
  for (int x = 0; x < 8; ++x) {
    if (x != 2) {
      EXPECT_EQ(at(x, 0), x < 2 ? 0xff0000aaU : 0U) << x;
    }
    EXPECT_EQ(at(x, 1), x >= 2 ? 0xff00bb00U : 0U) << x;
    if (x != 4) {
      EXPECT_EQ(at(x, 2), x < 4 ? 0xffcc0000U : 0U) << x;
    }
  }
}

TEST(ScopeReadout, SaysWhatABlockDoes) {
  ScopeShow show;
  show.request.of.variant = "cuda_box";
  auto index = std::make_shared<MappingIndex>(index_of(box_mapping(5)));
  show.spans = {.blocks = 9, .rows = {5, 6}};
  const Trace trace = trace_of_blocks({{.launch = 1, .number = 8, .unit = 17, .start_ns = 500, .end_ns = 2000}});
  show.times = std::make_shared<MappingTimes>(observed_times(show.spans, index.get(), trace, {}));
  show.index = index;
  EXPECT_EQ(readout_of(show, 8),
            (std::vector<std::string>{"box: block (2, 2)", "rows 4, columns 4", "1 cell, 1 of 4 threads busy",
                                      "SM 17, from 0 µs to 1.5 µs"}));
  EXPECT_EQ(readout_of(show, 1),
            (std::vector<std::string>{"box: block (1, 0)", "no cell: 4 threads wasted", "not recorded"}));
}

}  // namespace
}  // namespace heteroscope
