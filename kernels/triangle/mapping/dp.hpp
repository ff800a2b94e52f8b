#pragma once

#include <string_view>
#include <vector>

#include "kernels/triangle/tiling.hpp"

namespace heteroscope::triangle {

/// Dynamic parallelism (seed 004): a kernel covers the square between the two halves of a triangle and launches the
/// kernels of the halves. Where a triangle is small, or the nesting deep enough, a bounding box covers it. The number
/// of a launch is its place in the binary tree: 1 for the root, and 2 k and 2 k + 1 for the upper and the lower half of
/// launch k.
struct Dp {
  static constexpr std::string_view ids[] = {"dp"};
  static GridLabel label(const Grid& grid) { return {grid.diagonal ? "box, depth" : "square, depth", grid.level}; }
  /// The launch for the triangle of `side` tiles a side that begins at tile (first, first).
  HETEROSCOPE_HD static Grid grid_of(int tiles, int first, int side, int depth, std::uint32_t id, const Recursion& r) {
    const bool whole = side <= r.cutoff || side < 2 || depth >= r.max_depth;
    Grid out;
    out.tiles = tiles;
    out.level = depth;
    out.id = id;
    out.columns = whole ? side : side / 2;
    out.rows = whole ? side : side - side / 2;
    out.first_row = whole ? first : first + side / 2;
    out.first_column = first;
    out.diagonal = whole;
    return out;
  }
  /// The two launches that a square's kernel makes; `which` is 0 or 1.
  HETEROSCOPE_HD static Grid child_of(const Grid& grid, int which, const Recursion& r) {
    const int first = which == 0 ? grid.first_column : grid.first_row;
    return grid_of(grid.tiles, first, which == 0 ? grid.columns : grid.rows, grid.level + 1,
                   2 * grid.id + static_cast<std::uint32_t>(which), r);
  }

  /// All launches, each before its children.
  static std::vector<Grid> grids(int tiles, const Recursion& r) {
    std::vector<Grid> out{grid_of(tiles, 0, tiles, 0, 1, r)};
    for (std::size_t i = 0; i < out.size(); ++i) {
      if (out[i].diagonal) continue;
      const Grid parent = out[i];
      for (const int which : {0, 1}) out.push_back(child_of(parent, which, r));
    }
    return out;
  }
  HETEROSCOPE_HD static Placed place(const Grid& grid, int x, int y) {
    if (grid.diagonal && x > y) return nothing();
    return one_tile(grid.first_row + y, grid.first_column + x, grid.level);
  }
  static std::optional<Block> block_of(const Grid& grid, Tile tile) {
    const Block out{tile.column - grid.first_column, tile.row - grid.first_row};
    const bool inside = out.x >= 0 && out.x < grid.columns && out.y >= 0 && out.y < grid.rows;
    return inside ? std::optional(out) : std::nullopt;
  }
};

}  // namespace heteroscope::triangle
