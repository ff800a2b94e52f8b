#pragma once

#include <cmath>
#include <cstdint>
#include <string_view>
#include <vector>

#include "kernels/triangle/tiling.hpp"

namespace heteroscope::triangle {

/// Tile k of a triangle whose tiles are numbered row by row; Whole is an unsigned type that holds 2 k. For the first
/// tile of a row fp32 gives the right row: there the root of 2 k + 1/4 is r + 1/2, and rounding 2 k + 1/4 changes it by
/// less than half a unit in its last place, up to row 2^23. Roots grow with k, so that of a row's other tiles only the
/// last may be taken for the next row's, first in row 4607; integers correct that.
template <class Whole>
HETEROSCOPE_HD Tile tile_in_order(Whole k) {
  auto row = static_cast<Whole>(std::sqrt(2.0F * static_cast<float>(k) + 0.25F) - 0.5F);
  if (row * (row + 1) / 2 > k) --row;
  return {static_cast<int>(row), static_cast<int>(k - row * (row + 1) / 2)};
}

/// Lower triangular map (Navarro and Hitschfeld, 2013): as many blocks as there are tiles, numbered through, and a
/// square root to find the row of each.
struct Ltm {
  static constexpr std::string_view ids[] = {"ltm"};
  static GridLabel label(const Grid&) { return {}; }
  static constexpr int most_tiles_in_32_bits = 65534;

  static std::vector<Grid> grids(int tiles, const Recursion&) {
    // any rectangle with that many blocks would do
    const int columns = tiles % 2 == 0 ? tiles + 1 : tiles;
    return {{.tiles = tiles, .columns = columns, .rows = (tiles + 1) / 2}};
  }
  HETEROSCOPE_HD static Placed place(const Grid& grid, int x, int y) {
    const Tile tile = grid.tiles <= most_tiles_in_32_bits
                          ? tile_in_order(static_cast<std::uint32_t>(y) * static_cast<std::uint32_t>(grid.columns) +
                                          static_cast<std::uint32_t>(x))
                          : tile_in_order(static_cast<std::uint64_t>(y) * static_cast<std::uint64_t>(grid.columns) +
                                          static_cast<std::uint64_t>(x));
    return one_tile(tile.row, tile.column);
  }
  static std::optional<Block> block_of(const Grid& grid, Tile tile) {
    const std::int64_t k = std::int64_t{tile.row} * (tile.row + 1) / 2 + tile.column;
    return Block{static_cast<int>(k % grid.columns), static_cast<int>(k / grid.columns)};
  }
};

}  // namespace heteroscope::triangle
