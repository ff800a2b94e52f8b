#pragma once

#include <cstddef>
#include <cstdint>

#include "core/base/ceil_div.hpp"
#include "core/base/host_device.hpp"

/// What the blocks of cuda_resident send each other, as numbers of words and letters.
namespace heteroscope::heat {

/// Where a tile's edges are. In shared memory they lie as values: two sides, `depth` columns wide (0 left, 1 right),
/// with a place for each of the tile's rows, and two bands, `depth` of its own rows high and `columns` wide (0 above,
/// 1 below). Mail to be sent holds the outermost of the block's own columns and rows; mail received holds those around
/// them, the corners in the sides' first and last rows. A mailbox has two halves, each a side's own rows and a band:
/// half 0 is for the blocks to the left and above, half 1 for those to the right and below. A block beyond a corner
/// reads the end of a side. `Words`: 32-bit words of values in a letter.
template <class Shape, int Words>
struct MailOf {
  static constexpr int depth = Shape::depth;
  static constexpr int side_width = depth * static_cast<int>(sizeof(typename Shape::T) / 4);  // in words, as all here
  static constexpr int band_size = Shape::columns * side_width;
  static constexpr int corner_size = depth * side_width;
  static constexpr int side_size = Shape::most_warps * Shape::rows * side_width + 16;  // both sides: not the same banks
  static constexpr int size = 2 * side_size + 2 * band_size + Words - 1;  // a message's last letter is full
  [[nodiscard]] HETEROSCOPE_HD static constexpr int side(int half) { return half * side_size; }
  [[nodiscard]] HETEROSCOPE_HD static constexpr int band(int half) { return 2 * side_size + half * band_size; }

  /// Letters for so many words, wherever the first of them lies in its letter.
  static constexpr int letters_around(int words) { return (words + 2 * Words - 2) / Words; }
  static constexpr int band_letters = ceil_div(band_size, Words);
  static constexpr int corner_letters = letters_around(corner_size);
  [[nodiscard]] HETEROSCOPE_HD static constexpr int side_letters(int own_rows) {
    return ceil_div(own_rows * side_width, Words);
  }
  [[nodiscard]] HETEROSCOPE_HD static constexpr int letters(int own_rows) {
    return 2 * (side_letters(own_rows) + band_letters);
  }
  /// Letters that a block reads if it has all neighbors.
  [[nodiscard]] HETEROSCOPE_HD static constexpr int routes(int own_rows) {
    return 2 * (side_letters(own_rows) + 2 * corner_letters + band_letters);
  }
};

/// A letter that a block reads, and where what is in it goes.
struct alignas(8) Route {
  std::uint32_t letter;  ///< counted from the first of a meeting
  std::uint32_t where;   ///< bits 0 to 2: the words that are wanted; bits 4 and up: place of word 0, plus 4

  [[nodiscard]] HETEROSCOPE_HD bool wants(int word) const { return (where >> word & 1) != 0; }
  [[nodiscard]] HETEROSCOPE_HD bool wants_any() const { return (where & 7) != 0; }
  [[nodiscard]] HETEROSCOPE_HD int place() const { return static_cast<int>(where >> 4) - 4; }
};

/// How the tiles of a grid lie, a block each, and whose letters a block reads.
template <class Shape, int Words>
struct MailGrid {
  using M = MailOf<Shape, Words>;
  int tiles_x, tiles_y;
  int own_rows;  // of a tile

  /// Of even and of odd meetings.
  [[nodiscard]] HETEROSCOPE_HD std::size_t letters_in_all() const {
    return std::size_t{2} * tiles_x * tiles_y * M::letters(own_rows);
  }
  /// A block's first letter, counted from the first of a meeting.
  [[nodiscard]] HETEROSCOPE_HD int box(int tile_x, int tile_y) const {
    return (tile_y * tiles_x + tile_x) * M::letters(own_rows);
  }
  /// The i-th letter that a block reads.
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
  // a side, of the tile beside
  int x = tile_x + outward;
  int y = tile_y;
  int size = side_size;                        // of what is wanted
  int before = 0;                              // words of the message that are not
  int skipped = 0;                             // letters of the box's half before the message
  int place = M::side(half) + M::corner_size;  // where the first word that is wanted goes
  if (k >= in_side + 2 * M::corner_letters) {  // a band, of the tile above or below
    k -= in_side + 2 * M::corner_letters;
    x = tile_x;
    y += outward;
    size = M::band_size;
    skipped = in_side;
    place = M::band(half);
  } else if (k >= in_side + M::corner_letters) {  // a side's first rows, of the tile below the one beside
    k -= in_side + M::corner_letters;
    y += 1;
    size = M::corner_size;
    place += side_size;
  } else if (k >= in_side) {  // a side's last rows, of the tile above the one beside
    k -= in_side;
    y -= 1;
    size = M::corner_size;
    before = side_size - size;
    place -= size;
  }
  k += before / Words;
  const int first = Words * k - before;  // the letter's word 0, counted from the first that is wanted
  std::uint32_t wanted = 0;
  for (int j = 0; j < Words; ++j) wanted |= first + j >= 0 && first + j < size ? 1U << j : 0U;
  if (x < 0 || x >= tiles_x || y < 0 || y >= tiles_y || wanted == 0) return {0, 0};
  const int letter = box(x, y) + (1 - half) * (in_side + M::band_letters) + skipped + k;
  return {static_cast<std::uint32_t>(letter), static_cast<std::uint32_t>(place + first + 4) << 4 | wanted};
}

}  // namespace heteroscope::heat
