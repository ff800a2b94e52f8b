#pragma once

#include "core/base/host_device.hpp"

namespace heteroscope::transpose {

/// The place in shared memory of vector `column` of row `row` of a box, in vectors of 16 bytes. A row has 8 of them,
/// and begins at a multiple of 128 bytes. Source: PTX ISA, "Swizzling Modes", 128 bytes.
HETEROSCOPE_HD constexpr int swizzled(int row, int column) {
  return row * 8 + (column ^ (row % 8));
}

/// A square of a box: vector `column` of as many rows as a vector has elements, from row `row` times that on.
struct BoxSquare {
  int box;
  int column, row;
};

/// The tile of a block of cuda_tma: boxes of `edge` × `edge` elements, side by side and below each other. A row of a
/// box has 128 bytes, which are 8 vectors of 16 bytes, so that a box has 8 × 8 squares of `vector` × `vector` elements.
template <class T>
struct BoxTile {
  static constexpr int vector = 16 / static_cast<int>(sizeof(T));
  static constexpr int edge = 8 * vector;
  static constexpr int across = 2;
  static constexpr int down = 4;
  static constexpr int boxes = across * down;
  static constexpr int box_vectors = 8 * edge;
  static constexpr int width = across * edge;
  static constexpr int height = down * edge;
  static constexpr int bytes = boxes * box_vectors * 16;
  static constexpr int threads = 256;
  static constexpr int squares_per_thread = boxes * 64 / threads;

  /// The square that a thread transposes in its step k. Eight neighboring threads have a diagonal of a box, (c, c xor
  /// d) for c = 0 … 7: whatever row of theirs they access together, the vectors lie in eight different groups of banks,
  /// before and after (tests/unit/box_tile_test.cpp).
  [[nodiscard]] HETEROSCOPE_HD static constexpr BoxSquare square(int thread, int k) {
    const int number = thread + k * threads;
    const int column = number % 8;
    return {number / 64, column, column ^ (number / 8 % 8)};
  }
  /// The places in a box of row i of a square, before it is transposed and after.
  [[nodiscard]] HETEROSCOPE_HD static constexpr int slot_before(const BoxSquare& square, int i) {
    return swizzled(square.row * vector + i, square.column);
  }
  [[nodiscard]] HETEROSCOPE_HD static constexpr int slot_after(const BoxSquare& square, int i) {
    return swizzled(square.column * vector + i, square.row);
  }
};

}  // namespace heteroscope::transpose
