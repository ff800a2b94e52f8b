#pragma once

#include <cstddef>
#include <cstdint>

#include "core/base/ceil_div.hpp"
#include "core/base/host_device.hpp"

/// The layout of the halos that the blocks of cuda_resident exchange, in 32-bit words and packets (`Letter`).
namespace heteroscope::heat {

/// Where a tile's edges lie. In shared memory they are plain values: two sides, `depth` columns wide (0 left, 1 right),
/// with a place for each row of the tile, and two bands, `depth` rows high and `columns` wide (0 above, 1 below).
/// Before sending, these are the outermost columns and rows of the block's own part; after receiving, those that
/// surround it, with the corners in the first and last rows of the sides. A block's packet buffer in global memory has
/// two halves, each with the own rows of a side and a band: half 0 for the blocks to the left and above, half 1 for
/// those to the right and below. A block diagonally beyond a corner reads the end of a side. `Words` is the number of
/// data words in a packet.
template <class Shape, int Words>
struct MailOf {
  static constexpr int depth = Shape::depth;
  // Everything is counted in words.
  static constexpr int side_width = depth * static_cast<int>(sizeof(typename Shape::T) / 4);
  static constexpr int band_size = Shape::columns * side_width;
  static constexpr int corner_size = depth * side_width;
  // The 16 words more put the two sides into different banks of shared memory.
  static constexpr int side_size = Shape::most_warps * Shape::rows * side_width + 16;
  // The last packet of a message is always full, so it needs room beyond the last word.
  static constexpr int size = 2 * side_size + 2 * band_size + Words - 1;
  [[nodiscard]] HETEROSCOPE_HD static constexpr int side(int half) { return half * side_size; }
  [[nodiscard]] HETEROSCOPE_HD static constexpr int band(int half) { return 2 * side_size + half * band_size; }

  /// The most packets that so many words touch, wherever in a packet the first of them lies.
  static constexpr int letters_around(int words) { return (words + 2 * Words - 2) / Words; }
  static constexpr int band_letters = ceil_div(band_size, Words);
  static constexpr int corner_letters = letters_around(corner_size);
  [[nodiscard]] HETEROSCOPE_HD static constexpr int side_letters(int own_rows) {
    return ceil_div(own_rows * side_width, Words);
  }
  [[nodiscard]] HETEROSCOPE_HD static constexpr int letters(int own_rows) {
    return 2 * (side_letters(own_rows) + band_letters);
  }
  /// The number of packets that a block with neighbors on all sides reads.
  [[nodiscard]] HETEROSCOPE_HD static constexpr int routes(int own_rows) {
    return 2 * (side_letters(own_rows) + 2 * corner_letters + band_letters);
  }
};

/// One packet that a block reads, and the place to which its words go.
struct alignas(8) Route {
  std::uint32_t letter;  ///< index among the packets of an exchange
  std::uint32_t where;   ///< bits 0 to 2: which words are wanted; bits 4 and up: the place of word 0, plus 4

  [[nodiscard]] HETEROSCOPE_HD bool wants(int word) const { return (where >> word & 1) != 0; }
  [[nodiscard]] HETEROSCOPE_HD bool wants_any() const { return (where & 7) != 0; }
  [[nodiscard]] HETEROSCOPE_HD int place() const { return static_cast<int>(where >> 4) - 4; }
};

/// How a grid is divided into tiles, one for each block, and whose packets a block reads.
template <class Shape, int Words>
struct MailGrid {
  using M = MailOf<Shape, Words>;
  int tiles_x, tiles_y;
  int own_rows;  // rows of the plane that a tile owns

  /// The number of packets of all blocks, for even and odd exchanges.
  [[nodiscard]] HETEROSCOPE_HD std::size_t letters_in_all() const {
    return std::size_t{2} * tiles_x * tiles_y * M::letters(own_rows);
  }
  /// The index of a block's first packet among those of an exchange.
  [[nodiscard]] HETEROSCOPE_HD int box(int tile_x, int tile_y) const {
    return (tile_y * tiles_x + tile_x) * M::letters(own_rows);
  }
  /// The i-th packet that a block reads.
  [[nodiscard]] HETEROSCOPE_HD Route route(int tile_x, int tile_y, int i) const;
};

template <class Shape, int Words>
HETEROSCOPE_HD Route MailGrid<Shape, Words>::route(int tile_x, int tile_y, int i) const {
  const int in_side = M::side_letters(own_rows);
  const int in_half = M::routes(own_rows) / 2;
  const int side_size = own_rows * M::side_width;
  const int half = i >= in_half ? 1 : 0;
  const int outward = half == 0 ? -1 : 1;
  int k = i - half * in_half;
  // the default: a side of the tile to the left or right
  int x = tile_x + outward;
  int y = tile_y;
  int size = side_size;                        // of the part of a message that is wanted
  int before = 0;                              // words of the message that come before the wanted part
  int skipped = 0;                             // packets of the half that come before the message
  int place = M::side(half) + M::corner_size;  // the place of the first word that is wanted
  if (k >= in_side + 2 * M::corner_letters) {  // a band of the tile above or below
    k -= in_side + 2 * M::corner_letters;
    x = tile_x;
    y += outward;
    size = M::band_size;
    skipped = in_side;
    place = M::band(half);
  } else if (k >= in_side + M::corner_letters) {  // the first rows of a side, of the tile diagonally below
    k -= in_side + M::corner_letters;
    y += 1;
    size = M::corner_size;
    place += side_size;
  } else if (k >= in_side) {  // the last rows of a side, of the tile diagonally above
    k -= in_side;
    y -= 1;
    size = M::corner_size;
    before = side_size - size;
    place -= size;
  }
  k += before / Words;
  const int first = Words * k - before;  // the packet's word 0, counted from the first word that is wanted
  std::uint32_t wanted = 0;
  for (int j = 0; j < Words; ++j) wanted |= first + j >= 0 && first + j < size ? 1U << j : 0U;
  if (x < 0 || x >= tiles_x || y < 0 || y >= tiles_y || wanted == 0) return {0, 0};
  const int letter = box(x, y) + (1 - half) * (in_side + M::band_letters) + skipped + k;
  return {static_cast<std::uint32_t>(letter), static_cast<std::uint32_t>(place + first + 4) << 4 | wanted};
}

}  // namespace heteroscope::heat
