#pragma once

#include <string_view>
#include <vector>

#include "kernels/triangle/tiling.hpp"

namespace heteroscope::triangle {

/// Recursive computation (Ries, De Marco and Zivieri, 2009): a triangle consists of two triangles of half its side and
/// the square between them. There is one launch for the squares of each level, and one for the diagonal. Sides that
/// cannot be halved are divided as evenly as possible, so that any number of tile rows works.
struct Rec {
  static constexpr std::string_view ids[] = {"rec"};
  static GridLabel label(const Grid& grid) {
    return grid.diagonal ? GridLabel{"diagonal"} : GridLabel{"level", grid.level};
  }
  static std::vector<Grid> grids(int tiles, const Recursion&) {
    std::vector<Grid> out;
    int level = 0;
    for (; (1 << level) < tiles; ++level) {
      const int side = (tiles + (2 << level) - 1) / (2 << level);
      out.push_back({.tiles = tiles,
                     .level = level,
                     .id = static_cast<std::uint32_t>(level),
                     .columns = side << level,
                     .rows = side});
    }
    out.push_back({.tiles = tiles,
                   .level = level,
                   .id = static_cast<std::uint32_t>(level),
                   .columns = tiles,
                   .rows = 1,
                   .diagonal = true});
    return out;
  }
  HETEROSCOPE_HD static Placed place(const Grid& grid, int x, int y) {
    if (grid.diagonal) return one_tile(x, x, grid.level);
    const int square = x / grid.rows;
    const auto cut = [&](int part) { return cut_at(grid, part); };
    const int column = cut(2 * square) + x - square * grid.rows;
    const int row = cut(2 * square + 1) + y;
    if (column >= cut(2 * square + 1) || row >= cut(2 * square + 2)) return nothing();
    return one_tile(row, column, grid.level);
  }
  static std::optional<Block> block_of(const Grid& grid, Tile tile) {
    if (grid.diagonal) return tile.row == tile.column ? std::optional(Block{tile.row, 0}) : std::nullopt;
    // The last part that begins at or before the column; squares lie below every other part.
    const auto part = static_cast<int>((((std::int64_t{tile.column} + 1) << (grid.level + 1)) - 1) / grid.tiles);
    if (part % 2 != 0 || tile.row < cut_at(grid, part + 1) || tile.row >= cut_at(grid, part + 2)) return std::nullopt;
    return Block{part / 2 * grid.rows + tile.column - cut_at(grid, part), tile.row - cut_at(grid, part + 1)};
  }

 private:
  /// The tile with which the part-th of 2^(level + 1) equal parts begins.
  HETEROSCOPE_HD static int cut_at(const Grid& grid, int part) {
    return static_cast<int>(static_cast<std::int64_t>(grid.tiles) * part >> (grid.level + 1));
  }
};

}  // namespace heteroscope::triangle
