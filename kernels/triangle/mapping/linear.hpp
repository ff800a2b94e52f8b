#pragma once

#include "kernels/triangle/mapping/ltm.hpp"

namespace heteroscope::triangle {

/// The mapping of cuda_linear: blocks of 256 threads that each compute some rows of 256 vectors. A strip of whole rows,
/// from the left to the diagonal, is covered by consecutive blocks, in the order of memory. There are as many strips
/// that need g + 1 blocks as make up a row of g + 1 square tiles; so blocks are numbered through in groups that cover a
/// tile each, as tiles are in Ltm.
template <class T>
struct Linear {
  static constexpr int threads = 256;
  static constexpr int vector = 16 / static_cast<int>(sizeof(T));  ///< neighboring cells that a thread writes at once
  static constexpr int columns = threads * vector;                 ///< of a strip
  static constexpr int rows = 8;  ///< of a strip: the points that a thread has loaded serve so many rows
  static constexpr int strips_a_tile = columns / rows;
  static constexpr int grid_columns = 16;  ///< any number would do

  /// The cell with which a block begins.
  struct Strip {
    int row = 0;
    int column = 0;
  };

  static Grid grid(int matrix_rows) {
    const int tiles = tiles_over(matrix_rows, columns);
    const int before = tiles * (tiles - 1) / 2 * strips_a_tile;  // the blocks of all whole rows of tiles above
    const int last_strips = tiles_over(matrix_rows - (tiles - 1) * columns, rows);
    return {.tiles = tiles, .columns = grid_columns, .rows = tiles_over(before + last_strips * tiles, grid_columns)};
  }
  /// The row of the grid that contains the first block of a matrix's row.
  static int first_grid_row(int matrix_row) {
    const int tile_row = matrix_row / columns;
    const int before = tile_row * (tile_row + 1) / 2 * strips_a_tile;
    const int strips = (matrix_row - tile_row * columns) / rows;
    return (before + strips * (tile_row + 1)) / grid_columns;
  }
  HETEROSCOPE_HD static Strip place(int x, int y) {
    const int block = y * grid_columns + x;
    const Tile tile = tile_in_order(static_cast<std::uint32_t>(block / strips_a_tile));
    // counted from the first block of the row of tiles
    const int of_tiles = tile.column * strips_a_tile + block % strips_a_tile;
    const int strip = of_tiles / (tile.row + 1);
    return {tile.row * columns + strip * rows, (of_tiles - strip * (tile.row + 1)) * columns};
  }
  /// The number of the block whose strip contains a cell.
  static std::int64_t block_of(int row, int column) {
    const std::int64_t tile_row = row / columns;
    const std::int64_t of_tiles = (row - tile_row * columns) / rows * (tile_row + 1) + column / columns;
    return (tile_row * (tile_row + 1) / 2) * strips_a_tile + of_tiles;
  }
};

}  // namespace heteroscope::triangle
