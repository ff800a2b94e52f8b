#pragma once

#include <algorithm>

#include "core/base/ceil_div.hpp"

namespace heteroscope::blur {

// The tile that one product of the tensor cores computes: 16 columns × 8 rows.
inline constexpr int tile_columns = 16;
inline constexpr int tile_rows = 8;

inline constexpr int tensor_warps = 2;  // of a block; they are independent of each other

/// The shape of the kernel for radii 8 (Reach − 1) + 1 to 8 Reach. A warp marches down a strip of `tiles` × 16 columns,
/// 8 rows a step.
template <class T, int Reach>
struct TensorShape {
  static constexpr int reach = Reach;
  static constexpr int tiles = sizeof(T) == 4 ? (Reach <= 2 ? 4 : 2) : (Reach <= 2 ? 2 : 1);
  static constexpr int strip = tiles * tile_columns;
  static constexpr int pieces = tiles + Reach;       // of 16 columns, that a step reads
  static constexpr int apron = tile_rows * Reach;    // columns on each side of a strip
  static constexpr int across = 2 * (1 + Reach);     // products over 8 columns each, for a tile
  static constexpr int down = 2 * Reach + 1;         // products over 8 rows each, and so tiles under way at a time
  static constexpr int blocks = Reach <= 1 ? 6 : 4;  // of a multiprocessor, at least (launch bounds)
  // The number of tiles whose products are interleaved: products in fp32 have a long latency, and those of one tile
  // depend on each other.
  static constexpr int abreast = sizeof(T) == 4 ? tiles : 1;
  // The most rows that a warp computes. A march reads 16 Reach rows more than it computes, so that long marches repeat
  // less; short ones keep the rows under way close together.
  static constexpr int most_rows = Reach == 1   ? (sizeof(T) == 4 ? 48 : 32)
                                   : Reach == 2 ? (sizeof(T) == 4 ? 128 : 256)
                                                : 256;

  /// The number of rows that a warp computes, out of `rows`, if `marches` of them below each other keep all warps busy.
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
