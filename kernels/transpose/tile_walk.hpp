#pragma once

#include "core/base/host_device.hpp"

namespace heteroscope::transpose {

/// The position of an element in a tile, or of a tile in the image.
struct Cell {
  int x = 0;
  int y = 0;
};

/// How a block of `width` × `height` threads transposes a tile of its own shape through shared memory: thread t reads
/// element (t mod width, t / width) of the tile and writes another one, so that both go along rows of the images: the
/// tile's rows in the input, its columns in the output. In shared memory each row of the tile ends with `pad` unused
/// elements.
struct BlockTile {
  int width = 0;
  int height = 0;
  int pad = 0;

  [[nodiscard]] HETEROSCOPE_HD constexpr int threads() const { return width * height; }
  [[nodiscard]] HETEROSCOPE_HD constexpr int elements() const { return (width + pad) * height; }
  [[nodiscard]] HETEROSCOPE_HD constexpr Cell read_by(int thread) const { return {thread % width, thread / width}; }
  /// The element that a thread writes; the transposed tile is `height` wide.
  [[nodiscard]] HETEROSCOPE_HD constexpr Cell written_by(int thread) const {
    return {thread / height, thread % height};
  }
  /// The place of an element in shared memory.
  [[nodiscard]] HETEROSCOPE_HD constexpr int slot(Cell cell) const { return cell.y * (width + pad) + cell.x; }
};

/// A tile that threads read and write 16 bytes at a time. `vector` elements make 16 bytes. One thread reads a square of
/// `vector` × `vector` elements (a vector from each row), transposes it in registers and stores it to shared memory as
/// vectors of the output. `Tuning` has width and height (elements of the input) and threads.
///
/// Shared memory holds the transposed tile in rows of vectors without padding, but permuted (swizzled): vector j of row
/// i is at place j xor (i / vector mod 8). Eight threads with neighboring squares store to rows `vector` apart, and
/// eight threads that load neighbors of a row find them permuted; in both cases they access eight different 16-byte
/// banks.
template <class T, class Tuning>
struct VectorTile {
  static constexpr int vector = 16 / static_cast<int>(sizeof(T));
  static constexpr int threads = Tuning::threads;
  static constexpr int squares_across = Tuning::width / vector;
  static constexpr int squares_down = Tuning::height / vector;
  static constexpr int squares_per_thread = squares_across * squares_down / threads;
  static constexpr int vectors_per_thread = squares_per_thread * vector;
  static constexpr int vectors = Tuning::width * squares_down;
  static constexpr int bytes = vectors * 16;
  static_assert(squares_across % 8 == 0 && squares_down % 8 == 0, "eight squares make the 128 bytes of all banks");
  static_assert(squares_per_thread * threads == squares_across * squares_down, "the threads share the squares evenly");

  /// The first element of the square that a thread reads in its step k.
  [[nodiscard]] HETEROSCOPE_HD static constexpr Cell square(int thread, int k) {
    const int s = thread + k * threads;
    return {s % squares_across * vector, s / squares_across * vector};
  }
  /// The place in shared memory of the vector of elements (x, y) … (x, y + vector − 1); y is a multiple of `vector`.
  [[nodiscard]] HETEROSCOPE_HD static constexpr int slot(Cell first) {
    return first.x * squares_down + ((first.y / vector) ^ (first.x / vector % 8));
  }
  /// The first element of the vector that a thread writes in its step k.
  [[nodiscard]] HETEROSCOPE_HD static constexpr Cell written(int thread, int k) {
    const int v = thread + k * threads;
    return {v / squares_down, v % squares_down * vector};
  }
};

/// The tile for images whose rows do not begin at multiples of 16 bytes: threads read and write along its edge,
/// `rows_at_once` rows at a time. In shared memory each row has one element more (padding).
template <class T>
struct ElementTile {
  static constexpr int edge = 64;
  static constexpr int threads = 256;
  static constexpr int rows_at_once = threads / edge;
};

HETEROSCOPE_HD constexpr unsigned tiles_over(int cells, int edge) {
  return static_cast<unsigned>((cells - 1) / edge + 1);
}

/// The tile that block n transposes. Tiles are ordered in bands of `group` rows of tiles, each walked column by column.
/// The blocks that run at the same time then work on a part of the image that is about as wide as high, in which the
/// rows of both images are long enough to keep memory pages open.
[[nodiscard]] HETEROSCOPE_HD constexpr Cell tile_of_block(unsigned n, unsigned across, unsigned down, unsigned group) {
  const unsigned band = n / (group * across);
  const unsigned inside = n - band * group * across;
  const unsigned left = down - band * group;
  const unsigned rows = left < group ? left : group;
  return {static_cast<int>(inside / rows), static_cast<int>(band * group + inside % rows)};
}

/// The block that transposes a tile: the inverse of tile_of_block().
[[nodiscard]] HETEROSCOPE_HD constexpr unsigned block_of_tile(Cell tile, unsigned across, unsigned down,
                                                              unsigned group) {
  const auto row = static_cast<unsigned>(tile.y);
  const unsigned band = row / group;
  const unsigned left = down - band * group;
  const unsigned rows = left < group ? left : group;
  return band * group * across + static_cast<unsigned>(tile.x) * rows + row % group;
}

}  // namespace heteroscope::transpose
