#pragma once

#include <cstdint>
#include <limits>

#include "core/model/collective.hpp"
#include "kernels/laplace/node.hpp"
#include "kernels/laplace/parameters.hpp"

namespace heteroscope::laplace {

/// The size of a sum's tiles, in nodes; the columns are a power of two from 32 to 1024. The bits of sums depend on
/// both.
inline constexpr int sum_columns = 128;
inline constexpr int sum_rows = 32;
/// The number of partial sums into which the tiles' sums are folded first.
inline constexpr int fold_lanes = 1024;

/// The tiles that a box touches, from left to right and then downward. They lie at multiples of their size, so that a
/// tile's rows begin at memory's own boundaries wherever the box begins.
///
/// They define the order of additions of a sum over the box, in fp64. Within a tile of W columns, column sum l adds the
/// nodes of column l that lie in the box from the top down, starting with 0; then column sum l + W/2 is added to l for
/// l < W/2, l + W/4 to l for l < W/4, and so on down to one. Of the tiles' sums, partial sum l adds numbers l, l +
/// 1024, … in order, and the 1024 partial sums become one in the same way.
struct SumTiles {
  Box box;

  [[nodiscard]] HETEROSCOPE_HD int across() const {
    return box.empty() ? 0 : (box.x1 - 1) / sum_columns - box.x0 / sum_columns + 1;
  }
  [[nodiscard]] HETEROSCOPE_HD int down() const {
    return box.empty() ? 0 : (box.y1 - 1) / sum_rows - box.y0 / sum_rows + 1;
  }
  [[nodiscard]] HETEROSCOPE_HD int count() const { return across() * down(); }
  /// The number of rows of tiles above those that a part of the box touches.
  [[nodiscard]] int above(const Box& part) const { return part.y0 / sum_rows - box.y0 / sum_rows; }

  /// The rows of tile i that lie in the box, and all of its columns.
  [[nodiscard]] HETEROSCOPE_HD Box operator[](int i) const {
    const int x = (box.x0 / sum_columns + i % across()) * sum_columns;
    const int y = (box.y0 / sum_rows + i / across()) * sum_rows;
    return {x, x + sum_columns, y > box.y0 ? y : box.y0, y + sum_rows < box.y1 ? y + sum_rows : box.y1};
  }
};

/// What a participant shares in a sum: it has the sums of its own tiles and wants those of all.
inline SharedArray shared_tiles(double* sums, const SumTiles& all, const SumTiles& own) {
  const int first = own.box.empty() ? 0 : all.above(own.box);
  return {.data = sums,
          .unit_bytes = sizeof(double) * static_cast<std::size_t>(all.across()),
          .have = {first, first + own.down()},
          .want = {0, all.down()}};
}

/// The largest grid, in nodes a side, whose node numbers fit into 32 bits.
inline constexpr int most_summed = 46340;
static_assert(std::int64_t{most_summed} * most_summed <= std::numeric_limits<int>::max());

/// A functor of a sum that reads the four neighbors of its node (x, y). Its `line` at a node is computed from what was
/// loaded there, so that a backend can load ahead, compute each line once and pass it on:
///
///   f.ready()                     f after it has read its scalars; line() and node() are asked of the result
///   f.fetch(at)                   loads what a line is computed from
///   f.line(fetched)               computes the value whose neighbors are added up
///   f.own(at)                     loads what is needed at the node alone
///   f.node(at, own, center, sum)  computes the summand, a double; it writes to its own node only, and to no plane that
///                                 fetch() reads
///   f.n, F::reads                 the grid's nodes a side, and the number of values that fetch() loads
///
/// fetch() and own() need no scalars. They may be called as soon as the operation before the last one has ended, and
/// the last one, too, if it is a sum, up to its then(): neither reads what is written after that.
///
/// `at` is y n + x, which fits in 32 bits. The box has no node on the grid's edge, and sum = (left + right) + (above +
/// below).
template <class F>
concept LooksAround = requires(const F& f) {
  f.ready();
};

/// The summand of such a functor at a node, computed directly; f.ready() has been called.
template <class F>
HETEROSCOPE_HD inline double value_at(const F& f, int x, int y) {
  const int at = y * f.n + x;
  const auto line = [&](int of) { return f.line(f.fetch(of)); };
  const auto beside = line(at - 1) + line(at + 1);
  return f.node(at, f.own(at), line(at), beside + (line(at - f.n) + line(at + f.n)));
}

}  // namespace heteroscope::laplace
