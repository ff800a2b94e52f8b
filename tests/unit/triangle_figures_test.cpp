#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <map>
#include <set>

#include "kernels/triangle/recursion.hpp"
#include "tests/unit/triangle_block_mappings.hpp"

/// What the triangle's block mappings cost, against closed formulas and counts by hand.
namespace heteroscope::triangle {
namespace {

/// Of n cells a side and square blocks of 16; where a thread computes at most one cell, the useful threads are cells.
constexpr int sides[] = {1, 15, 16, 17, 96, 100, 256, 300};

TEST(TriangleFigures, LtmAndRbWasteNoBlock) {
  for (const char* variant : {"cuda_ltm", "cuda_rb"}) {
    for (const int n : sides) {
      const std::int64_t tiles = (n + 15) / 16;
      const MappingFigures found = figures_of(mapping_by(variant, n));
      EXPECT_EQ(found.launches, 1) << variant << n;
      EXPECT_EQ(found.blocks, tiles * (tiles + 1) / 2) << variant << n;
      EXPECT_EQ(found.useful_blocks, found.blocks) << variant << n;
      EXPECT_EQ(found.threads, found.blocks * 256) << variant << n;
      EXPECT_EQ(found.useful_threads, std::int64_t{n} * (n + 1) / 2) << variant << n;
    }
  }
}

TEST(TriangleFigures, BbWastesTheBlocksAboveTheDiagonal) {
  for (const int n : sides) {
    const std::int64_t tiles = (n + 15) / 16;
    const MappingFigures found = figures_of(mapping_by("cuda_bb", n));
    EXPECT_EQ(found.launches, 1) << n;
    EXPECT_EQ(found.blocks, tiles * tiles) << n;
    EXPECT_EQ(found.useful_blocks, tiles * (tiles + 1) / 2) << n;
    EXPECT_EQ(found.useful_threads, std::int64_t{n} * (n + 1) / 2) << n;
  }
}

// Row 0 of the grid has two of the diagonal's tiles a block, whose threads compute two cells each.
TEST(TriangleFigures, FrAtPowersOfTwoWastesNoBlock) {
  for (const char* variant : {"cuda_fr", "cuda_fr_basic"}) {
    for (const int tiles : {2, 4, 8, 32}) {
      const int n = tiles * 16;
      const MappingFigures found = figures_of(mapping_by(variant, n));
      EXPECT_EQ(found.blocks, tiles * tiles / 2) << variant << n;
      EXPECT_EQ(found.useful_blocks, found.blocks) << variant << n;
      EXPECT_EQ(found.useful_threads, n * (n + 1) / 2 - tiles / 2 * (16 * 17 / 2)) << variant << n;
    }
    EXPECT_EQ(figures_of(mapping_by(variant, 16)).blocks, 1) << variant;
  }
}

// 5 rows of tiles have a grid of 4 by 5, that of 8 rows cut off. By hand, tiles as (row, column):
//   row 0: the diagonal, (0, 0) and (4, 4) in one block;
//   row 1: (1, 0), (3, 2), and blocks for rows 5 and 7;
//   row 2: (2, 0), (2, 1), and two blocks for row 6; row 3: (3, 0), (3, 1), and two for row 7;
//   row 4: (4, 0) to (4, 3).
TEST(TriangleFigures, FrWastesWhatTheNextPowerOfTwoWouldHave) {
  const MappingFigures found = figures_of(mapping_by("cuda_fr", 5 * 16));
  EXPECT_EQ(found.blocks, 20);
  EXPECT_EQ(found.useful_blocks, 4 + 2 + 2 + 2 + 4);
}

TEST(TriangleFigures, RecLaunchesALevelAtATimeAndTheDiagonal) {
  for (int tiles = 1; tiles <= 70; ++tiles) {
    const BlockMapping mapping = mapping_by("cuda_rec", tiles * 8, {8, 8});
    const MappingFigures found = figures_of(mapping);
    const int levels = static_cast<int>(std::ceil(std::log2(tiles)));
    std::int64_t blocks = tiles;
    for (int level = 0; level < levels; ++level) {
      const auto side = static_cast<std::int64_t>(std::ceil(tiles / std::exp2(level + 1)));
      blocks += (std::int64_t{1} << level) * side * side;
    }
    EXPECT_EQ(found.launches, levels + 1) << tiles;
    EXPECT_EQ(found.blocks, blocks) << tiles;
    EXPECT_EQ(found.useful_blocks, tiles * (tiles + 1) / 2) << tiles;
    if (std::has_single_bit(static_cast<unsigned>(tiles))) {
      EXPECT_EQ(found.blocks, found.useful_blocks) << tiles;
    }
    EXPECT_EQ(mapping.grids.back().label, "diagonal");
  }
}

/// What dynamic parallelism launches for a triangle, told by itself.
struct Tree {
  std::int64_t launches = 0;
  std::int64_t blocks = 0;
  std::map<std::uint32_t, int> depths;  ///< by launch

  void grow(int side, int cutoff, int left, int depth, std::uint32_t id) {
    ++launches;
    depths[id] = depth;
    if (side <= cutoff || side == 1 || left == 0) {
      blocks += std::int64_t{side} * side;
      return;
    }
    const int upper = side / 2;
    const int lower = side - upper;
    blocks += std::int64_t{upper} * lower;
    grow(upper, cutoff, left - 1, depth + 1, 2 * id);
    grow(lower, cutoff, left - 1, depth + 1, 2 * id + 1);
  }
};

TEST(TriangleFigures, DpLaunchesATree) {
  for (const int n : {1, 8, 9, 100, 256, 1000}) {
    for (const int cutoff : {1, 8, 9, 24, 100, 5000}) {
      for (const int depth : {0, 1, 2, 3, 12}) {
        const int tiles = (n + 7) / 8;
        Tree expected;
        expected.grow(tiles, (cutoff + 7) / 8, depth, 0, 1);
        const BlockMapping mapping = mapping_by("cuda_dp", n, {8, 8}, recursion(cutoff, depth));
        const MappingFigures found = figures_of(mapping);
        SCOPED_TRACE(std::to_string(n) + " cells, cut-off " + std::to_string(cutoff) + ", depth " +
                     std::to_string(depth));
        EXPECT_EQ(found.launches, expected.launches);
        EXPECT_EQ(found.blocks, expected.blocks);
        EXPECT_EQ(found.useful_blocks, tiles * (tiles + 1) / 2);
        ASSERT_EQ(mapping.grids.size(), expected.depths.size());
        std::set<std::uint32_t> seen;
        for (std::size_t g = 0; g < mapping.grids.size(); ++g) {
          const std::uint32_t id = mapping.grids[g].id;
          EXPECT_TRUE(seen.insert(id).second) << id;
          EXPECT_TRUE(id == 1 || seen.contains(id / 2)) << id << " comes before the one that launches it";
          ASSERT_TRUE(expected.depths.contains(id)) << id;
          EXPECT_EQ(mapping.patches(g, 0).level, expected.depths.at(id)) << id;
        }
        EXPECT_EQ(wrong_raster(mapping, {8, 8}), "");
      }
    }
  }
}

/// Seed 004's equation 5.7: a triangle is halved α log₂ n times at most.
TEST(TriangleFigures, TheDepthFollowsFromAlpha) {
  const auto depth = [](int n, double alpha) {
    Parameters p = recursion(1, 3);
    p.n = n;
    p.alpha = alpha;
    return depth_of(p);
  };
  EXPECT_EQ(depth(4096, 0), 3) << "without α it is max_depth";
  EXPECT_EQ(depth(4096, 0.5), 6);
  EXPECT_EQ(depth(8192, 0.5), 6) << "6.5 is rounded down";
  EXPECT_EQ(depth(1, 0.9), 0);
  EXPECT_EQ(depth(131072, 0.9), most_depth) << "15 levels are too many";
  Parameters p = recursion(1, 3);
  p.n = 4096;
  p.alpha = 0.5;
  EXPECT_EQ(mapping_by("cuda_dp", 4096, {32, 32}, p).grids.size(),
            mapping_by("cuda_dp", 4096, {32, 32}, recursion(1, 6)).grids.size());
}

// By hand: 8 rows of tiles, boxes of 2: a square of 4 by 4, two of 2 by 2, four boxes of 2 by 2.
TEST(TriangleFigures, DpOfEightTilesByHand) {
  const BlockMapping mapping = mapping_by("cuda_dp", 64, {8, 8}, recursion(16, 6));
  ASSERT_EQ(mapping.grids.size(), 7U);
  for (std::uint32_t g = 0; g < 7; ++g) EXPECT_EQ(mapping.grids[g].id, g + 1);
  EXPECT_EQ(mapping.grids[0].blocks(), 16);
  EXPECT_EQ(mapping.grids[1].blocks(), 4);
  EXPECT_EQ(mapping.grids[3].blocks(), 4);
  EXPECT_EQ(mapping.grids[0].label, "square, depth 0");
  EXPECT_EQ(mapping.grids[6].label, "box, depth 2");
  EXPECT_EQ(mapping.patches(0, 0).patch[0], (Patch{0, 32, 8, 8}));
  EXPECT_EQ(mapping.patches(2, 3).patch[0], (Patch{40, 56, 8, 8}));  // the lower half's square, its last block
  EXPECT_EQ(mapping.patches(6, 1).count, 0);                         // above the diagonal
  EXPECT_EQ(figures_of(mapping).useful_blocks, 36);
}

}  // namespace
}  // namespace heteroscope::triangle
