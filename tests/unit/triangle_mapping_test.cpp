#include <gtest/gtest.h>

#include <map>
#include <random>

#include "kernels/triangle/mapping/linear.hpp"
#include "tests/unit/triangle_block_mappings.hpp"

/// Which blocks of which grid compute which tile or strip of the triangle, on the host.
namespace heteroscope::triangle {
namespace {

constexpr BlockShape shapes[] = {{8, 8},  {16, 16}, {32, 32}, {32, 8}, {8, 32},  {64, 4},
                                 {4, 64}, {7, 5},   {5, 7},   {1, 1},  {256, 1}, {1024, 1}};

std::string block_name(BlockShape block) {
  return std::to_string(block.x) + "x" + std::to_string(block.y);
}

/// As wrong_raster(), but cell by cell, whatever the patches are.
std::string wrong_cells(const BlockMapping& mapping) {
  const int rows = mapping.extent.size.height;
  std::vector<std::uint8_t> times(static_cast<std::size_t>(rows) * static_cast<std::size_t>(rows));
  for (std::size_t g = 0; g < mapping.grids.size(); ++g) {
    for (std::int64_t b = 0; b < mapping.grids[g].blocks(); ++b) {
      const BlockPatches block = mapping.patches(g, b);
      for (int i = 0; i < block.count; ++i) {
        const Patch& p = block.patch[i];
        for (int y = p.y; y < std::min(p.y + p.height, rows); ++y) {
          for (int x = p.x; x < std::min(p.x + p.width, rows); ++x) ++times[static_cast<std::size_t>(y * rows + x)];
        }
      }
    }
  }
  for (int y = 0; y < rows; ++y) {
    for (int x = 0; x < rows; ++x) {
      const int found = times[static_cast<std::size_t>(y * rows + x)];
      if (x <= y ? found != 1 : found > 1) {
        return "cell " + std::to_string(x) + ", " + std::to_string(y) + ": " + std::to_string(found) + " times";
      }
    }
  }
  return {};
}

TEST(TriangleMapping, EveryMappingHasBlocksAndAVariant) {
  std::vector<std::string_view> wanted = mapped_variants();
  EXPECT_EQ(wanted.size(), 7U);
  wanted.push_back("cuda_linear");
  ASSERT_EQ(workload.block_mappings->variants.size(), wanted.size());
  for (const std::string_view variant : wanted) {
    ASSERT_NE(workload.find_mapping(variant), nullptr) << variant;
    ASSERT_NE(workload.stages.back().find(variant), nullptr) << variant;
    EXPECT_EQ(workload.stages.back().find(variant)->processor, Processor::gpu) << variant;
  }
  EXPECT_EQ(workload.find_mapping("sequential"), nullptr);
}

class EachMapping : public ::testing::TestWithParam<std::string_view> {};

// Tiles are squares of a raster, so that each tile once is each cell once.
TEST_P(EachMapping, ComputesEveryTileOnceForEverySide) {
  for (const BlockShape block : shapes) {
    const int side = std::max(block.x, block.y);
    for (int n = 1; n <= 300; ++n) {
      const BlockMapping mapping = mapping_by(GetParam(), n, block, recursion(17, 5));
      ASSERT_EQ(mapping.threads, block);
      ASSERT_EQ(wrong_raster(mapping, {side, side}), "") << "n " << n << ", block " << block_name(block);
    }
  }
}

TEST_P(EachMapping, ComputesEveryCellOnce) {
  for (const BlockShape block : shapes) {
    for (const int n : {1, 2, 7, 31, 32, 33, 64, 100, 129, 300}) {
      ASSERT_EQ(wrong_cells(mapping_by(GetParam(), n, block)), "") << "n " << n << ", block " << block_name(block);
    }
  }
}

TEST_P(EachMapping, ComputesEveryTileOfAManyOnce) {
  for (const int tiles : {1023, 1024, 1025, 1537}) {
    EXPECT_EQ(wrong_raster(mapping_by(GetParam(), tiles, {1, 1}), {1, 1}), "") << tiles;
  }
}

TEST_P(EachMapping, CoversTheFirstRowsOfAMatrix) {
  const int n = 100;
  for (const BlockShape block : {BlockShape{8, 8}, BlockShape{7, 5}, BlockShape{1, 1}}) {
    const int side = std::max(block.x, block.y);
    for (int rows = 1; rows <= n; ++rows) {
      const BlockMapping mapping = mapped(GetParam()).make(Parameters{}, matrix(n), rows, block);
      ASSERT_EQ(mapping.extent.size, (Size{n, rows}));
      ASSERT_EQ(wrong_raster(mapping, {side, side}), "") << rows;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Triangle, EachMapping, ::testing::ValuesIn(mapped_variants()),
                         [](const auto& each) { return std::string(each.param); });

template <class T>
BlockMapping linear_mapping(int n) {
  return mapped("cuda_linear").make(Parameters{}, matrix(n, sizeof(T) == 4 ? Precision::fp32 : Precision::fp64), n, {});
}

template <class T>
class LinearOf : public ::testing::Test {};
using MappingTypes = ::testing::Types<float, double>;
TYPED_TEST_SUITE(LinearOf, MappingTypes);

TYPED_TEST(LinearOf, ComputesEveryStripOnce) {
  using L = Linear<TypeParam>;
  for (int n = 1; n <= 300; ++n) {
    ASSERT_EQ(wrong_raster(linear_mapping<TypeParam>(n), {L::columns, L::rows}), "") << n;
  }
  for (const int n : {511, 512, 513, 1023, 1024, 1025, 2048, 4097, 10000, 32768}) {
    EXPECT_EQ(wrong_raster(linear_mapping<TypeParam>(n), {L::columns, L::rows}), "") << n;
  }
  for (const int n : {1, 300, 1025, 2050}) EXPECT_EQ(wrong_cells(linear_mapping<TypeParam>(n)), "") << n;
}

TYPED_TEST(LinearOf, ReachesTheLastStripOfTheLargestMatrix) {
  using L = Linear<TypeParam>;
  const BlockMapping mapping = linear_mapping<TypeParam>(131072);
  ASSERT_EQ(mapping.grids.size(), 1U);
  const BlockPatches last = mapping.patches(0, mapping.grids[0].blocks() - 1);
  ASSERT_EQ(last.count, 1);
  EXPECT_EQ(last.patch[0], (Patch{131072 - L::columns, 131072 - L::rows, L::columns, L::rows}));
  const std::int64_t tiles = 131072 / L::columns;
  EXPECT_EQ(mapping.grids[0].blocks(), tiles * (tiles + 1) / 2 * (L::columns / L::rows));
}

/// Where a tile is computed, found from the tile: grid, and block number in it.
struct Place {
  std::uint32_t launch = 0;
  std::int64_t column = 0;
  std::int64_t row = 0;
};

Place place_in_rec(std::int64_t tiles, std::int64_t row, std::int64_t column) {
  std::int64_t first = 0;
  std::uint32_t level = 0;
  for (std::int64_t piece = 0; row != column; ++level) {
    const auto cut = [&](std::int64_t part) { return tiles * part / (std::int64_t{2} << level); };
    const std::int64_t middle = cut(2 * piece + 1);
    first = cut(2 * piece);
    if (row >= middle && column < middle) {
      const auto side = (tiles + (std::int64_t{2} << level) - 1) / (std::int64_t{2} << level);
      return {level, piece * side + column - first, row - middle};
    }
    piece = 2 * piece + (row >= middle ? 1 : 0);
  }
  while ((std::int64_t{1} << level) < tiles) ++level;
  return {level, row, 0};
}

Place place_in_dp(std::int64_t tiles, std::int64_t cutoff, int max_depth, std::int64_t row, std::int64_t column) {
  std::int64_t first = 0;
  std::int64_t side = tiles;
  std::uint32_t id = 1;
  for (int depth = 0; side > cutoff && side > 1 && depth < max_depth; ++depth) {
    const std::int64_t half = side / 2;
    if (row >= first + half && column < first + half) return {id, column - first, row - first - half};
    const bool lower = row >= first + half;
    id = 2 * id + (lower ? 1 : 0);
    if (lower) first += half;
    side = lower ? side - half : half;
  }
  return {id, column - first, row - first};
}

Place place_in_fr(std::int64_t tiles, std::int64_t row, std::int64_t column) {
  std::int64_t whole = 1;
  while (whole < tiles) whole *= 2;
  if (row == column) return {0, row % std::max<std::int64_t>(whole / 2, 1), 0};
  std::int64_t b = 1;  // the square's side: the highest bit in which row and column differ
  while (2 * b <= (row ^ column)) b *= 2;
  const std::int64_t square = row / (2 * b);
  return {0, square * b + column % b, b + row % b};
}

Place place_in(std::string_view variant, std::int64_t tiles, std::int64_t row, std::int64_t column, const Recursion& r,
               std::int64_t columns) {
  if (variant == "cuda_bb") return {0, column, row};
  if (variant == "cuda_ltm") {
    const std::int64_t k = row * (row + 1) / 2 + column;
    return {0, k % columns, k / columns};
  }
  if (variant == "cuda_rb") {
    const std::int64_t even = tiles % 2 == 0 ? 1 : 0;
    if (column < (tiles + 1) / 2) return {0, column, row + even};
    return {0, tiles - even - column, tiles - 1 - row};
  }
  if (variant == "cuda_rec") return place_in_rec(tiles, row, column);
  if (variant == "cuda_dp") return place_in_dp(tiles, r.cutoff, r.max_depth, row, column);
  return place_in_fr(tiles, row, column);
}

TEST_P(EachMapping, BlocksOfTheLargestMatrixDoNotOverflow) {
  constexpr int n = 131072;
  std::mt19937_64 random(5);
  for (const BlockShape block : {BlockShape{8, 8}, BlockShape{7, 5}, BlockShape{1, 1}, BlockShape{2, 1}}) {
    const int side = std::max(block.x, block.y);
    const int tiles = (n + side - 1) / side;
    const Parameters p = recursion(1000, 12);
    const BlockMapping mapping = mapping_by(GetParam(), n, block, p);
    std::map<std::uint32_t, std::size_t> grids;
    for (std::size_t g = 0; g < mapping.grids.size(); ++g) grids[mapping.grids[g].id] = g;
    std::vector<Tile> some{{0, 0}, {tiles - 1, 0}, {tiles - 1, tiles - 1}, {tiles - 1, tiles - 2}};
    for (int i = 0; i < 3000; ++i) {
      const int row = static_cast<int>(random() % static_cast<unsigned>(tiles));
      some.push_back({row, static_cast<int>(random() % static_cast<unsigned>(row + 1))});
    }
    for (const Tile& tile : some) {
      const Place at =
          place_in(GetParam(), tiles, tile.row, tile.column, recursion_of(p, side), mapping.grids[0].columns);
      ASSERT_TRUE(grids.contains(at.launch)) << at.launch;
      const std::size_t g = grids.at(at.launch);
      ASSERT_LT(at.column, mapping.grids[g].columns);
      ASSERT_LT(at.row, mapping.grids[g].rows);
      const BlockPatches found = mapping.patches(g, at.row * mapping.grids[g].columns + at.column);
      const Patch wanted{tile.column * side, tile.row * side, side, side};
      ASSERT_TRUE((found.count > 0 && found.patch[0] == wanted) || (found.count > 1 && found.patch[1] == wanted))
          << "block " << block_name(block) << ", tile " << tile.row << ", " << tile.column;
    }
  }
}

}  // namespace
}  // namespace heteroscope::triangle
