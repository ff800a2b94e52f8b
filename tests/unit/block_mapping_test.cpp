#include "core/model/block_mapping.hpp"

#include <gtest/gtest.h>

#include "kernels/triangle/workload.hpp"

namespace heteroscope {
namespace {

/// One grid, whose blocks compute these patches.
BlockMapping mapping_of_blocks(Extent extent, BlockShape threads, std::vector<BlockPatches> blocks,
                               Size cells_a_thread = {1, 1}) {
  BlockMapping out{.extent = extent, .threads = threads, .cells_a_thread = cells_a_thread};
  out.grids = {{.columns = static_cast<int>(blocks.size()), .rows = 1}};
  out.patches = [blocks = std::move(blocks)](std::size_t, std::int64_t at) {
    return blocks[static_cast<std::size_t>(at)];
  };
  return out;
}

BlockPatches patch(Patch one) {
  return {.count = 1, .patch = {one}};
}

constexpr Extent triangle(int side) {
  return {{side, side}, Precision::fp32, Domain::lower_triangle};
}

void expect_threads(const BlockMapping& mapping, std::int64_t threads, std::int64_t useful,
                    std::int64_t useful_blocks) {
  const MappingFigures found = figures_of(mapping);
  EXPECT_EQ(found.threads, threads);
  EXPECT_EQ(found.useful_threads, useful);
  EXPECT_EQ(found.useful_blocks, useful_blocks);
}

TEST(BlockMapping, OfNothing) {
  const MappingFigures found = figures_of({});
  EXPECT_EQ(found.launches, 0);
  EXPECT_EQ(found.blocks, 0);
  EXPECT_EQ(found.wasted_threads(), 0);
}

// 6 by 6 in blocks of 4 by 4, a thread a cell: (0, 0) has 10 cells of the triangle, (4, 0) 8, (4, 4) 3, and the one
// above the diagonal none.
TEST(BlockMapping, CountsThreadsOfATriangle) {
  const auto all = {patch({0, 0, 4, 4}), patch({4, 0, 4, 4}), patch({0, 4, 4, 4}), patch({4, 4, 4, 4})};
  const MappingFigures found = figures_of(mapping_of_blocks(triangle(6), {4, 4}, all));
  EXPECT_EQ(found.launches, 1);
  EXPECT_EQ(found.blocks, 4);
  EXPECT_EQ(found.useful_blocks, 3);
  EXPECT_EQ(found.threads, 64);
  EXPECT_EQ(found.useful_threads, 10 + 8 + 3);
  EXPECT_DOUBLE_EQ(found.wasted_threads(), 1 - 21.0 / 64);
}

TEST(BlockMapping, CountsThreadsOfAWholeResult) {
  // 5 by 3: all of a block of 2 by 2, one at the right edge, one at the lower, one outside
  expect_threads(
      mapping_of_blocks({{5, 3}, Precision::fp32}, {2, 2},
                        {patch({0, 0, 2, 2}), patch({4, 0, 2, 2}), patch({2, 2, 2, 2}), patch({6, 0, 2, 2})}),
      16, 4 + 2 + 2, 3);
}

TEST(BlockMapping, ABlockOfNoPatchIsWasted) {
  expect_threads(mapping_of_blocks(triangle(4), {2, 2}, {{}, patch({0, 2, 2, 2})}), 8, 4, 1);
}

// A thread that computes cells of both patches is one useful thread.
TEST(BlockMapping, CountsAThreadOfTwoPatchesOnce) {
  BlockPatches two{.count = 2, .patch = {{0, 0, 2, 2}, {2, 2, 2, 2}}};
  expect_threads(mapping_of_blocks(triangle(4), {2, 2}, {two}), 4, 3, 1);
  // the second one has what the first lacks
  two.patch[1] = {0, 2, 2, 2};
  expect_threads(mapping_of_blocks(triangle(4), {2, 2}, {two}), 4, 4, 1);
}

// A block that is not square takes several steps over a square patch: 4 by 2 threads over 4 by 4 cells. On the diagonal
// thread (x, y) has the cells (x, y) and (x, y + 2): (3, 0) has neither, (3, 1) has (3, 3).
TEST(BlockMapping, BlocksThatAreNotSquareTakeSeveralSteps) {
  expect_threads(mapping_of_blocks(triangle(8), {4, 2}, {patch({0, 0, 4, 4})}), 8, 7, 1);
  expect_threads(mapping_of_blocks(triangle(8), {4, 2}, {patch({0, 4, 4, 4})}), 8, 8, 1);
  // 2 by 4 over the diagonal: thread (x, y) has (x, y) and (x + 2, y): (1, 0) has neither
  expect_threads(mapping_of_blocks(triangle(8), {2, 4}, {patch({0, 0, 4, 4})}), 8, 7, 1);
  // 1 by 4: thread y has row y; a column of 4 below the last row's 2
  expect_threads(mapping_of_blocks(triangle(6), {1, 4}, {patch({0, 0, 4, 4}), patch({0, 4, 4, 4})}), 8, 4 + 2, 2);
}

// Threads of 2 by 2 cells, 2 of them in a row: thread 0 has columns 0, 1, 4 and 5, thread 1 columns 2, 3, 6 and 7.
TEST(BlockMapping, ThreadsOfSeveralCells) {
  const Size four{2, 2};
  expect_threads(mapping_of_blocks(triangle(16), {2, 1}, {patch({0, 0, 8, 2})}, four), 2, 1,
                 1);  // rows 0 and 1: columns 0, 1
  expect_threads(mapping_of_blocks(triangle(16), {2, 1}, {patch({0, 2, 8, 2})}, four), 2, 2, 1);
  expect_threads(mapping_of_blocks(triangle(16), {2, 1}, {patch({8, 8, 4, 2})}, four), 2, 1, 1);
  expect_threads(mapping_of_blocks(triangle(16), {2, 1}, {patch({0, 14, 4, 2})}, four), 2, 2, 1);
  // a narrow patch leaves the second thread nothing
  expect_threads(mapping_of_blocks(triangle(16), {2, 1}, {patch({0, 14, 2, 2})}, four), 2, 1, 1);
}

TEST(BlockMapping, AddsUpItsGrids) {
  BlockMapping mapping = mapping_of_blocks(triangle(4), {2, 2}, {patch({0, 2, 2, 2})});
  mapping.grids.push_back({.id = 1, .columns = 1, .rows = 2});
  mapping.patches = [](std::size_t grid, std::int64_t at) {
    if (grid == 0) return patch({0, 2, 2, 2});
    return patch({static_cast<int>(2 * at), static_cast<int>(2 * at), 2, 2});
  };
  const MappingFigures found = figures_of(mapping);
  EXPECT_EQ(found.launches, 2);
  EXPECT_EQ(found.blocks, 3);
  EXPECT_EQ(found.useful_blocks, 3);
  EXPECT_EQ(found.useful_threads, 4 + 3 + 3);
}

MappingFigures linear(int n, Precision precision) {
  const Workload& workload = triangle::workload;
  const Extent extent{{n, n}, precision, Domain::lower_triangle};
  return figures_of(workload.find_mapping("cuda_linear")->make(workload.bind({}), extent, n, {}));
}

// 256 threads of 4 cells, side by side where n is a multiple of 4, and 8 rows. Of the strips of a tile the first is
// busy up to column 7, the next to column 15, …: 2, 4, … threads; where each thread has every 256th column, all are
// busy from column 255 on, and before that as many as there are columns.
TEST(BlockMapping, LinearWastesTheStripsThatReachOverTheDiagonal) {
  const MappingFigures even = linear(1024, Precision::fp32);
  EXPECT_EQ(even.blocks, 128);
  EXPECT_EQ(even.useful_blocks, 128);
  EXPECT_EQ(even.threads, 128 * 256);
  EXPECT_EQ(even.useful_threads, 2 * (128 * 129 / 2));

  const MappingFigures odd = linear(1023, Precision::fp32);
  EXPECT_EQ(odd.useful_blocks, 128);
  EXPECT_EQ(odd.useful_threads, 8 * (32 * 33 / 2) + 96 * 256);

  // of fp64 a thread has 2 cells and a tile 64 strips of 8 rows: 4, 8, … threads
  EXPECT_EQ(linear(512, Precision::fp64).useful_threads, 4 * (64 * 65 / 2));
}

// The grid has rows of 16 blocks.
TEST(BlockMapping, LinearWastesWhatIsLeftOfItsLastGridRow) {
  const MappingFigures found = linear(20, Precision::fp32);
  EXPECT_EQ(found.blocks, 16);
  EXPECT_EQ(found.useful_blocks, 3);
  EXPECT_EQ(found.useful_threads, 2 + 4 + 5);
  // a row of tiles, and a strip of the next: the tile below the diagonal is full but for its rows
  const MappingFigures two = linear(1028, Precision::fp32);
  EXPECT_EQ(two.blocks, 9 * 16);
  EXPECT_EQ(two.useful_blocks, 128 + 1 + 1);
  EXPECT_EQ(two.useful_threads, 2 * (128 * 129 / 2) + 256 + 1);
}

}  // namespace
}  // namespace heteroscope
