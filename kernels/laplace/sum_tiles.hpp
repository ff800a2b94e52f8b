#pragma once

#include <cstdint>
#include <limits>

#include "core/model/seat.hpp"
#include "kernels/laplace/node.hpp"
#include "kernels/laplace/parameters.hpp"

namespace heteroscope::laplace {

/// A tile of a sum, in nodes: columns a power of two from 32 to 1024. Bits of sums depend on both.
inline constexpr int sum_columns = 128;
inline constexpr int sum_rows = 32;
/// Lanes that the tiles' sums are added up in.
inline constexpr int fold_lanes = 1024;

/// The tiles that a box touches, from the left to the right and then downward. They lie at multiples of their size, so
/// that a tile's rows begin at the memory's own boundaries wherever the box begins.
///
/// A sum over the box is, in fp64: lane l of a tile adds up column l of it, what lies in the box, from 0 downward; then
/// lane l + W/2 is added to lane l for l < W/2, lane l + W/4 for l < W/4, and so on down to one. Of the tiles' sums
/// lane l takes numbers l, l + 1024, … in order, and 1024 lanes become one in the same way.
struct SumTiles {
  Box box;

  [[nodiscard]] HETEROSCOPE_HD int across() const {
    return box.empty() ? 0 : (box.x1 - 1) / sum_columns - box.x0 / sum_columns + 1;
  }
  [[nodiscard]] HETEROSCOPE_HD int down() const {
    return box.empty() ? 0 : (box.y1 - 1) / sum_rows - box.y0 / sum_rows + 1;
  }
  [[nodiscard]] HETEROSCOPE_HD int count() const { return across() * down(); }
  /// Rows of tiles above those that a part of the box touches.
  [[nodiscard]] int above(const Box& part) const { return part.y0 / sum_rows - box.y0 / sum_rows; }

  /// A tile's rows in the box, and all of its columns.
  [[nodiscard]] HETEROSCOPE_HD Box operator[](int i) const {
    const int x = (box.x0 / sum_columns + i % across()) * sum_columns;
    const int y = (box.y0 / sum_rows + i / across()) * sum_rows;
    return {x, x + sum_columns, y > box.y0 ? y : box.y0, y + sum_rows < box.y1 ? y + sum_rows : box.y1};
  }
};

/// A lane's part of a sum's tiles: what it has of the sums, and that it wants them all.
inline SharedArray shared_tiles(double* sums, const SumTiles& all, const SumTiles& own) {
  const int first = own.box.empty() ? 0 : all.above(own.box);
  return {.data = sums,
          .unit_bytes = sizeof(double) * static_cast<std::size_t>(all.across()),
          .have = {first, first + own.down()},
          .want = {0, all.down()}};
}

/// Nodes a side of the largest grid in which 32 bits tell where a node is.
inline constexpr int most_summed = 46340;
static_assert(std::int64_t{most_summed} * most_summed <= std::numeric_limits<int>::max());

/// A functor of a sum that looks at the four neighbors of its node (x, y). What it sees of a node is a `line` made of
/// what was fetched from there, so that a backend may fetch ahead, make each line once and hand it on:
///   f.ready()                       f after it has read its scalars; the others are asked of that
///   f.fetch(at)                     what a line is made of
///   f.line(fetched)                 the value whose neighbors are added up
///   f.own(at)                       what is read at the node alone
///   f.node(at, own, center, sum)    what is added, a double; writes to its own node only, and to no plane fetched from
///   f.n, F::reads                   the grid's nodes a side; values fetched a node
/// `at` is y n + x, which 32 bits hold. Its boxes are off the grid's edge. sum = (left + right) + (above + below).
template <class F>
concept LooksAround = requires(const F& f) {
  f.ready();
};

/// What such a functor, made ready, adds for a node.
template <class F>
HETEROSCOPE_HD inline double value_at(const F& f, int x, int y) {
  const int at = y * f.n + x;
  const auto line = [&](int of) { return f.line(f.fetch(of)); };
  const auto beside = line(at - 1) + line(at + 1);
  return f.node(at, f.own(at), line(at), beside + (line(at - f.n) + line(at + f.n)));
}

}  // namespace heteroscope::laplace
