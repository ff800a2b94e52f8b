#pragma once

#include <string_view>
#include <vector>

#include "kernels/triangle/tiling.hpp"

namespace heteroscope::triangle {

/// Rectangle box (Jung and O'Leary, 2008): the right half of the triangle, turned by 180°, fills the corner that the
/// left half leaves free, so that no block is wasted. With an even number of tile rows the grid has half as many
/// columns and one row more; with an odd one as many rows, and half of the next even number of columns.
struct Rb {
  static constexpr std::string_view ids[] = {"rb"};
  static GridLabel label(const Grid&) { return {}; }
  static std::vector<Grid> grids(int tiles, const Recursion&) {
    return {{.tiles = tiles, .columns = (tiles + 1) / 2, .rows = tiles % 2 == 0 ? tiles + 1 : tiles}};
  }
  HETEROSCOPE_HD static Placed place(const Grid& grid, int x, int y) {
    const int shift = grid.tiles % 2 == 0 ? 1 : 0;
    if (x <= y - shift) return one_tile(y - shift, x);
    return one_tile(grid.tiles - 1 - y, grid.tiles - shift - x, 1);
  }
  static std::optional<Block> block_of(const Grid& grid, Tile tile) {
    const int shift = grid.tiles % 2 == 0 ? 1 : 0;
    if (tile.column < grid.columns) return Block{tile.column, tile.row + shift};
    return Block{grid.tiles - shift - tile.column, grid.tiles - 1 - tile.row};
  }
};

}  // namespace heteroscope::triangle
