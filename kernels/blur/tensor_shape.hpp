#pragma once

#include <algorithm>

#include "core/base/ceil_div.hpp"

namespace heteroscope::blur {

// what a product of the tensor cores makes: 16 columns × 8 rows
inline constexpr int tile_columns = 16;
inline constexpr int tile_rows = 8;

inline constexpr int tensor_warps = 2;  // of a block; they do not depend on each other

/// How the radii of 8 (Reach − 1) + 1 to 8 Reach are computed. A warp marches down a strip of `tiles` × 16 columns, 8
/// rows a step.
template <class T, int Reach>
struct TensorShape {
  static constexpr int reach = Reach;
  static constexpr int tiles = sizeof(T) == 4 ? (Reach <= 2 ? 4 : 2) : (Reach <= 2 ? 2 : 1);
  static constexpr int strip = tiles * tile_columns;
  static constexpr int pieces = tiles + Reach;       // of 16 columns, that a step reads
  static constexpr int apron = tile_rows * Reach;    // columns on each side of a strip
  static constexpr int across = 2 * (1 + Reach);     // products of 8 columns, for a tile
  static constexpr int down = 2 * Reach + 1;         // products of 8 rows: tiles under way at a time
  static constexpr int blocks = Reach <= 1 ? 6 : 4;  // of a multiprocessor, at least
  // tiles computed side by side: fp32 products take long to finish, and those of one tile wait for each other
  static constexpr int abreast = sizeof(T) == 4 ? tiles : 1;
  // Rows that a warp computes at most. A march reads 16 Reach rows more than it computes: long marches repeat less, and
  // short ones keep the rows that the device works on at a time close together.
  static constexpr int most_rows = Reach == 1   ? (sizeof(T) == 4 ? 48 : 32)
                                   : Reach == 2 ? (sizeof(T) == 4 ? 128 : 256)
                                                : 256;

  /// Of `rows` rows, those that a warp computes; `marches`: below each other, to keep all warps busy.
  static int rows_each(int rows, int marches) {
    const int wanted = std::clamp(ceil_div(rows, marches), tile_rows, most_rows);
    return ceil_div(wanted, tile_rows) * tile_rows;
  }
};

/// Calls `body.template operator()<Reach>()` for a radius.
template <class Body>
decltype(auto) with_reach(int radius, Body body) {
  switch (ceil_div(radius, tile_rows)) {
    case 1:
      return body.template operator()<1>();
    case 2:
      return body.template operator()<2>();
    case 3:
      return body.template operator()<3>();
    default:
      return body.template operator()<4>();
  }
}

}  // namespace heteroscope::blur
