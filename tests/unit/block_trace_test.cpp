#include "core/own/block_trace.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "core/trace/coverage.hpp"
#include "tests/unit/own_fixture.hpp"

/// The trace of a person's kernel, block by block. Its records are made here as the blocks of a GPU make them.
namespace heteroscope {
namespace {

using testing::dots_source;
using testing::gpu_dots;

constexpr BlockShape launched_block{32, 4};

/// The dots' workload, whose launches lie in its rows in another way.
Catalog dots_catalog_with(LaunchCells cells) {
  static Workload workload;
  workload = *testing::dots_catalog().front();
  workload.stages.back().own->cells = cells;
  static const std::array<const Workload*, 1> all{&workload};
  return all;
}

/// The cells that a block reports: as traced_blocks.cuh computes them.
Cells reported_cells(const TracedBlocks& of, std::int64_t block_x, std::int64_t block_y) {
  const std::int64_t x = (of.transposed ? block_y : block_x) * of.columns;
  const std::int64_t y = (of.transposed ? block_x : block_y) * of.rows;
  if (x >= of.width) return {};
  const std::int64_t own = std::min<std::int64_t>(of.columns, of.width - x);
  return {static_cast<std::uint64_t>(y * of.width + x),
          static_cast<std::uint64_t>(std::int64_t{of.rows - 1} * of.width + own)};
}

/// The trace of launches over these rows each of a field.
Trace trace_of_blocks(const OwnSource& source, Size field, const std::vector<Rows>& launches) {
  std::vector<SpanRecord> records(4096);
  TraceWriter writer(records.data(), static_cast<std::uint32_t>(records.size()));
  writer.begin_call(0, -1, 0);
  const bool transposed = source.stage_kernels().cells == LaunchCells::transposed;
  for (const Rows rows : launches) {
    const Size cells = transposed ? Size{rows.count(), field.width} : Size{field.width, rows.count()};
    const OwnLaunchShape shape =
        launch_shape(source, {.cells = cells, .block = launched_block}, {.name = "GPU", .multiprocessors = 4});
    const PassShape pass{"draw", Over::output, field, {{0, field.width}, rows}};
    const TracedBlocks of = begin_blocks(writer, source, pass, {.cells = cells, .rows = rows}, shape);
    for (std::int64_t y = 0; y < shape.grid[1]; ++y) {
      for (std::int64_t x = 0; x < shape.grid[0]; ++x)
        of.sink.records[y * shape.grid[0] + x] = {1, (2 << SpanRecord::unit_bits) + 3, reported_cells(of, x, y)};
    }
  }
  return writer.collect(records);
}

TEST(BlockTrace, HasEachCellOfALaunchOnce) {
  const OwnSource source = dots_source(gpu_dots);
  ASSERT_TRUE(traces_blocks(source));
  const Trace whole = trace_of_blocks(source, {131, 57}, {{0, 57}});
  EXPECT_EQ(whole.spans.size(), 5U * 15U);
  EXPECT_EQ(wrong_coverage(whole), "");
  EXPECT_EQ(whole.spans.front().unit, 3U);
  EXPECT_EQ(whole.launches.front().kind, SpanKind::block);
  const Trace in_parts = trace_of_blocks(source, {131, 57}, {{0, 9}, {40, 57}, {9, 40}});
  EXPECT_EQ(in_parts.launches.size(), 3U);
  EXPECT_EQ(wrong_coverage(in_parts), "");
  EXPECT_EQ(wrong_coverage(trace_of_blocks(source, {64, 8}, {{0, 8}})), "") << "no block has a margin";
}

TEST(BlockTrace, HasTheCellsThatAFileDeclares) {
  const OwnSource high = dots_source(gpu_dots +
                                     "HETEROSCOPE_GRID(ceil_div(width, block_x), ceil_div(height, 3 * block_y))\n"
                                     "HETEROSCOPE_CELLS(block_x, 3 * block_y)\n");
  EXPECT_EQ(wrong_coverage(trace_of_blocks(high, {131, 57}, {{0, 57}})), "");
  const OwnSource walking = dots_source(gpu_dots +
                                        "HETEROSCOPE_GRID(ceil_div(width, block_x), 2)\n"
                                        "HETEROSCOPE_CELLS(block_x, block_y)\n");
  EXPECT_EQ(wrong_coverage(trace_of_blocks(walking, {131, 57}, {{0, 30}, {30, 57}})), "");
  const OwnSource untrue = dots_source(gpu_dots + "HETEROSCOPE_CELLS(block_x / 2, block_y)\n");
  EXPECT_NE(wrong_coverage(trace_of_blocks(untrue, {131, 57}, {{0, 57}})), "") << "its blocks would leave cells out";
}

TEST(BlockTrace, IsTransposedWithTheStage) {
  const Catalog catalog = dots_catalog_with(LaunchCells::transposed);
  const OwnSource source = own_source_of("my.cu", gpu_dots, catalog);
  EXPECT_EQ(wrong_coverage(trace_of_blocks(source, {57, 131}, {{0, 131}})), "");
  EXPECT_EQ(wrong_coverage(trace_of_blocks(source, {57, 131}, {{0, 40}, {40, 131}})), "");
  EXPECT_EQ(wrong_coverage(trace_of_blocks(source, {32, 131}, {{0, 131}})), "");
  const std::string walking = "HETEROSCOPE_GRID(ceil_div(width, block_x), 3)\nHETEROSCOPE_CELLS(block_x, block_y)\n";
  EXPECT_EQ(wrong_coverage(trace_of_blocks(own_source_of("my.cu", gpu_dots + walking, catalog), {57, 131}, {{0, 131}})),
            "");
}

TEST(BlockTrace, IsOfFilesThatSayEnough) {
  EXPECT_FALSE(traces_blocks(dots_source(gpu_dots + "HETEROSCOPE_GRID(4, 4)\n"))) << "nobody knows a block's cells";
  EXPECT_TRUE(traces_blocks(dots_source(gpu_dots + "HETEROSCOPE_GRID(4, 4)\nHETEROSCOPE_CELLS(8, 8)\n")));
  EXPECT_FALSE(traces_blocks(dots_source(gpu_dots + "HETEROSCOPE_GRID(4, 4, 4)\nHETEROSCOPE_CELLS(8, 8)\n")));
  std::string bounded = gpu_dots;
  bounded.replace(bounded.find("__global__ void"), 15, "__global__ void __launch_bounds__(64)");
  EXPECT_FALSE(traces_blocks(dots_source(bounded))) << "no function has such bounds";
  const std::string second = "template <class T> __global__ void more(const Dots<T> dots) {}\n";
  EXPECT_FALSE(traces_blocks(dots_source(gpu_dots + second + "HETEROSCOPE_KERNELS(draw, more)\n")));
  EXPECT_FALSE(traces_blocks(own_source_of("my.cu", gpu_dots, dots_catalog_with(LaunchCells::other))));
}

}  // namespace
}  // namespace heteroscope
