#pragma once

#include <algorithm>
#include <cstddef>

#include "core/base/ceil_div.hpp"
#include "core/base/host_device.hpp"

namespace heteroscope::heat {

/// The shape of cuda_resident's tiles. A block holds a tile of the plane in registers: its warps lie one below the
/// other, and each lane holds 4 columns of `Rows` rows. The outermost `Depth` rows and columns of a tile are a halo
/// that belongs to its neighbors; with each step one more of them becomes invalid, and after `Depth` steps the blocks
/// exchange halos through global memory.
template <class Value, int Rows, int Depth>
struct ResidentShape {
  using T = Value;
  static constexpr int rows = Rows;
  static constexpr int depth = Depth;
  static constexpr int vector = 4;
  static constexpr int rim = Depth / vector;  // lanes on each side that hold halo columns
  static constexpr int most_warps = 16;
  static constexpr int columns = (32 - 2 * rim) * vector;  // columns that a tile owns
  static constexpr int most_own_rows = most_warps * Rows - 2 * Depth;
  static_assert(Depth % vector == 0);

  /// Whether a warp whose first row is row t0 of the tile holds only rows that are neither halo nor wanted by the tiles
  /// above and below.
  static constexpr HETEROSCOPE_HD bool is_inside(int t0, int own_rows) {
    return t0 >= 2 * Depth && t0 + Rows <= own_rows;
  }

  /// The shared memory of a block: each warp's first and last row, double-buffered over two steps. During a halo
  /// exchange one half holds what is to be sent and the other what is received.
  static constexpr int quads_in_half = 2 * most_warps * 32;
  static constexpr std::size_t shared_bytes = 2 * quads_in_half * vector * sizeof(T);
};

/// The most shared memory, in bytes, that a block of any shape takes.
constexpr std::size_t most_shared_bytes() {
  return ResidentShape<double, 4, 8>::shared_bytes;
}

/// How a grid is divided over the multiprocessors: tiles side by side and one below the other, one for each block.
struct Tiling {
  int x = 0;
  int y = 0;
  int own_rows = 0;
  [[nodiscard]] int count() const { return x * y; }
};

template <class Shape>
Tiling tiling_of(int n, int multiprocessors) {
  Tiling tiles{.x = ceil_div(n, Shape::columns)};
  const int below = std::max(multiprocessors / tiles.x, 1);
  tiles.own_rows = std::max(ceil_div(n, below), Shape::depth);
  tiles.y = ceil_div(n, tiles.own_rows);
  return tiles;
}

template <class Shape>
bool fits(int n, int multiprocessors) {
  const Tiling tiles = tiling_of<Shape>(n, multiprocessors);
  return tiles.count() <= multiprocessors && tiles.own_rows <= Shape::most_own_rows;
}

/// Calls `body.template operator()<Shape>()` for the first shape that holds the grid; false if there is none. Small
/// grids get shapes with a deeper halo, since there the exchanges take most of the time.
template <class T, class Body>
bool with_shape(int n, int multiprocessors, Body body) {
  const auto attempt = [&]<class Shape>() {
    if (!fits<Shape>(n, multiprocessors)) return false;
    body.template operator()<Shape>();
    return true;
  };
  if (attempt.template operator()<ResidentShape<T, 4, 8>>()) return true;
  if (attempt.template operator()<ResidentShape<T, 6, 8>>()) return true;
  if constexpr (sizeof(T) == 8) {
    return attempt.template operator()<ResidentShape<T, 10, 4>>();
  } else {
    if (attempt.template operator()<ResidentShape<T, 12, 4>>()) return true;
    return attempt.template operator()<ResidentShape<T, 19, 4>>();
  }
}

template <class T>
bool holds(int n, int multiprocessors) {
  int rows = 0;
  return with_shape<T>(n, multiprocessors, [&rows]<class Shape>() { rows = Shape::rows; });
}

}  // namespace heteroscope::heat
