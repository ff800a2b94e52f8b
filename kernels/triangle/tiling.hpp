#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>

#include "core/base/ceil_div.hpp"
#include "core/base/host_device.hpp"
#include "core/types/basic_types.hpp"

/// The triangle's cells are covered by square tiles, `tile_side` cells wide, in `tiles` rows of tiles, of which row r
/// has r + 1 tiles. A mapping says which tile, or which two, each block of its grids computes (`place`), and conversely
/// which block of a grid computes a tile, if one does (`block_of`).
namespace heteroscope::triangle {

struct Tile {
  int row = 0;
  int column = 0;  ///< at most `row`
  bool operator==(const Tile&) const = default;
};

/// The position of a block in its grid.
struct Block {
  int x = 0;
  int y = 0;
};

/// The tiles that a block computes; if `count` is 0, it has none and leaves at once.
struct Placed {
  int count = 0;
  int level = 0;  ///< of a recursion
  Tile tile[2];
};

/// The grid of a kernel launch, and the part of the triangle that it covers.
struct Grid {
  int tiles = 0;          ///< rows of tiles in the whole triangle
  int level = 0;          ///< number of the launch among the mapping's, or its nesting depth
  std::uint32_t id = 0;   ///< as TracedLaunch::grid
  int columns = 0;        ///< blocks across
  int rows = 0;           ///< blocks down
  int first_row = 0;      ///< row of the first tile
  int first_column = 0;   ///< column of the first tile
  bool diagonal = false;  ///< it covers a triangle, or a triangle's diagonal, instead of a square
};

/// The name of a grid: words, and a number unless that is negative.
struct GridLabel {
  std::string_view words;
  int number = -1;
};

/// Where a recursion ends: at triangles of `cutoff` tiles a side, or after `max_depth` levels.
struct Recursion {
  int cutoff = 1;
  int max_depth = 0;
};

inline constexpr BlockShape default_block{16, 16};

/// The side of a tile in cells. Blocks that are not square take several steps to fill a tile.
constexpr int tile_side(BlockShape block) {
  return std::max(block.x, block.y);
}

constexpr int tiles_over(int rows, int side) {
  return ceil_div(rows, side);
}

HETEROSCOPE_HD inline Placed nothing() {
  return {};
}

HETEROSCOPE_HD inline Placed one_tile(int row, int column, int level = 0) {
  return {1, level, {{row, column}, {}}};
}

}  // namespace heteroscope::triangle
