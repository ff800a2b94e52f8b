#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>

#include "kernels/triangle/mapping/fr.hpp"
#include "kernels/triangle/mapping/fr_basic.hpp"
#include "kernels/triangle/mapping/ltm.hpp"

/// Roots and logarithms in fp32 that find a block's tile, against whole numbers.
namespace heteroscope::triangle {
namespace {

/// The first, middle and last tile of a row, counted through.
template <class Whole, class Body>
void for_some_of_row(std::uint64_t row, const Body& body) {
  const std::uint64_t first = row * (row + 1) / 2;
  for (const std::uint64_t column : {std::uint64_t{0}, row / 2, row}) {
    body(static_cast<Whole>(first + column), Tile{static_cast<int>(row), static_cast<int>(column)});
  }
}

TEST(TriangleOrder, SixtyFourBitsAreRightForTwoToTheTwentyRows) {
  std::int64_t wrong = 0;
  for (std::uint64_t row = 0; row <= 1U << 20; ++row) {
    for_some_of_row<std::uint64_t>(row, [&](std::uint64_t k, Tile tile) { wrong += tile_in_order(k) == tile ? 0 : 1; });
  }
  EXPECT_EQ(wrong, 0);
}

TEST(TriangleOrder, ThirtyTwoBitsAreRightForAsManyRowsAsTheyAreUsedFor) {
  std::int64_t wrong = 0;
  for (std::uint64_t row = 0; row < Ltm::most_tiles_in_32_bits; ++row) {
    for_some_of_row<std::uint32_t>(row, [&](std::uint32_t k, Tile tile) { wrong += tile_in_order(k) == tile ? 0 : 1; });
  }
  EXPECT_EQ(wrong, 0);
  EXPECT_EQ(tile_in_order<std::uint32_t>(65534U / 2 * 65535 - 1), (Tile{65533, 65533}));
}

TEST(TriangleOrder, EveryTileOfSomeThousandRows) {
  std::uint64_t k = 0;
  std::int64_t wrong = 0;
  for (int row = 0; row < 3000; ++row) {
    for (int column = 0; column <= row; ++column, ++k) {
      wrong += tile_in_order(k) == Tile{row, column} ? 0 : 1;
      wrong += tile_in_order(static_cast<std::uint32_t>(k)) == Tile{row, column} ? 0 : 1;
    }
  }
  EXPECT_EQ(wrong, 0);
}

/// The row of tile k by the formula alone, every operation rounded to fp32 as IEEE 754 wants it.
std::uint64_t uncorrected_row(std::uint64_t k) {
  return static_cast<std::uint64_t>(std::sqrt(2.0F * static_cast<float>(k) + 0.25F) - 0.5F);
}

// The end of a row alone needs the correction, so that nothing is corrected upward.
TEST(TriangleOrder, TheFormulaAloneIsRightForFirstTiles) {
  std::int64_t wrong = 0;
  for (std::uint64_t row = 0; row <= 1U << 20; ++row) wrong += uncorrected_row(row * (row + 1) / 2) == row ? 0 : 1;
  EXPECT_EQ(wrong, 0);
}

// 2 k + 1/4 at the end of row r is (r + 3/2)² − 2, whose root is 1/(r + 3/2) below r + 3/2. From 4096 on floats are
// 2^-11 apart, and what is less than half of that away, from row 4095 on, may be rounded up to the next row.
TEST(TriangleOrder, TheFormulaAloneFailsFirstAtRow4607) {
  std::uint64_t first = 0;
  for (std::uint64_t row = 0; row < 10000 && first == 0; ++row) {
    for_some_of_row<std::uint64_t>(row, [&](std::uint64_t k, Tile tile) {
      if (first == 0 && uncorrected_row(k) != static_cast<std::uint64_t>(tile.row)) first = row;
    });
  }
  EXPECT_EQ(first, 4607U);
  const std::uint64_t end = 4607ULL * 4608 / 2 + 4607;
  EXPECT_EQ(uncorrected_row(end), 4608U);
  EXPECT_EQ(tile_in_order(end), (Tile{4607, 4607}));
  EXPECT_EQ(tile_in_order(static_cast<std::uint32_t>(end)), (Tile{4607, 4607}));
}

// The seed prints the inverse of the root: tile 3 is the first of row 2, and 1/√6.25 + 1/2 is less than 1.
TEST(TriangleOrder, TheSeedsPrintedFormulaIsNoRow) {
  const float printed = 1 / std::sqrt(0.25F + 2.0F * 3) + 0.5F;
  EXPECT_EQ(static_cast<int>(printed), 0);
  EXPECT_EQ(tile_in_order<std::uint32_t>(3), (Tile{2, 0}));
}

TEST(TriangleOrder, FrBasicIsFr) {
  constexpr int rows = 1 << 22;
  const Grid grid{.tiles = rows, .columns = rows / 2, .rows = rows};
  std::int64_t wrong = 0;
  for (int y = 0; y < rows; ++y) {
    for (const int x : {0, y / 3, rows / 2 - 1}) {
      const Placed a = Fr::place(grid, x, y);
      const Placed b = FrBasic::place(grid, x, y);
      const bool same = a.count == b.count && a.level == b.level && a.tile[0] == b.tile[0] && a.tile[1] == b.tile[1];
      wrong += same ? 0 : 1;
    }
  }
  EXPECT_EQ(wrong, 0);
  // why the logarithm cannot be trusted alone
  EXPECT_EQ(static_cast<float>(std::log2(2097151.0)), 21.0F);
}

}  // namespace
}  // namespace heteroscope::triangle
