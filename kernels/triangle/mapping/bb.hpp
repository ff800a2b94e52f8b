#pragma once

#include <string_view>
#include <vector>

#include "kernels/triangle/tiling.hpp"

namespace heteroscope::triangle {

/// Bounding box: a square grid, whose blocks above the diagonal leave at once.
struct Bb {
  static constexpr std::string_view ids[] = {"bb"};
  static GridLabel label(const Grid&) { return {}; }
  static std::vector<Grid> grids(int tiles, const Recursion&) {
    return {{.tiles = tiles, .columns = tiles, .rows = tiles}};
  }
  HETEROSCOPE_HD static Placed place(const Grid&, int x, int y) { return x > y ? nothing() : one_tile(y, x); }
  static std::optional<Block> block_of(const Grid&, Tile tile) { return Block{tile.column, tile.row}; }
};

}  // namespace heteroscope::triangle
