#pragma once

#include <bit>
#include <string_view>
#include <vector>

#include "kernels/triangle/tiling.hpp"

namespace heteroscope::triangle {

/// Flat recursive (Navarro, Bustos and Hitschfeld, 2016): the squares of all levels of the recursion in one grid. Grid
/// row y > 0 belongs to the squares whose side is the largest power of two up to y; row 0 has the diagonal, two tiles a
/// block. The paper assumes a power of two; for any other number of tile rows the grid is that of the next power,
/// without the rows that would begin below the triangle, and blocks that would land below it leave.
struct Fr {
  static constexpr std::string_view ids[] = {"fr"};
  static GridLabel label(const Grid&) { return {}; }
  static std::vector<Grid> grids(int tiles, const Recursion&) {
    const int whole = static_cast<int>(std::bit_ceil(static_cast<unsigned>(tiles)));
    return {{.tiles = tiles, .columns = std::max(whole / 2, 1), .rows = tiles}};
  }
  HETEROSCOPE_HD static Placed place(const Grid& grid, int x, int y) {
    if (y == 0) return on_diagonal(grid, x);
    return in_square(grid, x, y, std::bit_width(static_cast<unsigned>(y)) - 1);
  }

  HETEROSCOPE_HD static Placed on_diagonal(const Grid& grid, int x) {
    if (x >= grid.tiles) return nothing();
    const int other = x + grid.columns;
    return {other < grid.tiles ? 2 : 1, 0, {{x, x}, {other, other}}};
  }
  /// `exponent` is the binary logarithm of the side of the squares to which grid row y belongs.
  HETEROSCOPE_HD static Placed in_square(const Grid& grid, int x, int y, int exponent) {
    const int shift = x >> exponent << exponent;  // the number of columns to the left of the square
    const int row = y + 2 * shift;
    return row < grid.tiles ? one_tile(row, x + shift, exponent) : nothing();
  }
  static std::optional<Block> block_of(const Grid& grid, Tile tile) {
    if (tile.row == tile.column) return Block{tile.row % grid.columns, 0};
    // Squares of one size stand side by side with gaps of that size, so only one size has this column and this row.
    for (int exponent = 0; (1 << exponent) <= tile.row; ++exponent) {
      const int shift = tile.column >> (exponent + 1) << exponent;
      const int x = tile.column - shift;
      const int y = tile.row - 2 * shift;
      const bool in_column = tile.column - 2 * shift < 1 << exponent;
      if (in_column && y >> exponent == 1) return Block{x, y};
    }
    return std::nullopt;
  }
};

}  // namespace heteroscope::triangle
