#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>

#include "core/base/ceil_div.hpp"
#include "core/base/host_device.hpp"
#include "core/types/basic_types.hpp"

/// The triangle's cells are covered by square tiles, `tile_side` cells wide, in `tiles` rows of tiles of which row r
/// has r + 1. A mapping says which tile, or two, each block of its grids
/// computes (`place`), and which block of a grid computes a tile, if one does (`block_of`).
namespace heteroscope::triangle {

struct Tile {
  int row = 0;
  int column = 0;  ///< at most `row`
  bool operator==(const Tile&) const = default;
};

/// A block of a grid.
struct Block {
  int x = 0;
  int y = 0;
};

/// What a block computes; nothing if `count` is 0: it is wasted.
struct Placed {
  int count = 0;
  int level = 0;  ///< of a recursion
  Tile tile[2];
};

/// A kernel launch's grid.
struct Grid {
  int tiles = 0;          ///< rows of tiles in the whole triangle
  int level = 0;          ///< which of a mapping's launches, or how deep it was launched
  std::uint32_t id = 0;   ///< TracedLaunch::grid
  int columns = 0;        ///< blocks across
  int rows = 0;           ///< blocks down
  int first_row = 0;      ///< of tiles
  int first_column = 0;   ///< of tiles
  bool diagonal = false;  ///< it covers a triangle, or its diagonal, and not a square
};

/// What a grid is called: words, and a number unless it is negative.
struct GridLabel {
  std::string_view words;
  int number = -1;
};

/// Where a recursion ends: at triangles of that many tiles a side, or after that many levels.
struct Recursion {
  int cutoff = 1;
  int max_depth = 0;
};

inline constexpr BlockShape default_block{16, 16};

/// Blocks that are not square take several steps to fill a tile.
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
