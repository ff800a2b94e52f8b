#pragma once

#include "core/base/ceil_div.hpp"
#include "kernels/blur/launch.cuh"
#include "kernels/blur/tensor_shape.hpp"
#include "kernels/blur/tensor_tile.cuh"
#include "kernels/pack.hpp"

namespace heteroscope::blur {

template <class T>
struct TensorArguments {
  KernelArguments common;
  T weight[max_radius + 1];  // by distance from the center
  int strips;
  int rows_each;  // rows that a warp computes
  bool wide;      // all rows begin at multiples of 16 bytes

  [[nodiscard]] __device__ T tap(int k) const { return abs(k) <= common.radius ? weight[abs(k)] : T(0); }
};

/// What a lane reads of 8 rows: 4 neighboring columns of one row in each piece.
template <class T>
using Quad = Pack<T, 4>;

/// Reads rows where everything lies inside of the image and is aligned.
template <class T>
struct InnerRows {
  const T* from;
  std::ptrdiff_t row;

  __device__ InnerRows(const TensorArguments<T>& t, int x, int y)
      : from(static_cast<const T*>(t.common.input.data) + static_cast<std::ptrdiff_t>(y) * t.common.input.size.width +
             x),
        row(t.common.input.size.width) {}
  __device__ Quad<T> read(int offset) const { return *reinterpret_cast<const Quad<T>*>(from + offset); }
  __device__ void descend() { from += tile_rows * row; }
};

/// Reads rows anywhere, with the image's border.
template <class T>
struct BorderedRows {
  const KernelArguments& a;
  bool wide;
  int x;
  int y;

  __device__ BorderedRows(const TensorArguments<T>& t, int x0, int y0) : a(t.common), wide(t.wide), x(x0), y(y0) {}
  __device__ Quad<T> read(int offset) const {
    const int source = border_index(y, a.input.size.height, a.border);
    const T* row = source < 0 ? nullptr : a.input.row<const T>(source);
    const int first = x + offset;
    if (wide && row != nullptr && first >= 0 && first + 4 <= a.input.size.width)
      return *reinterpret_cast<const Quad<T>*>(row + first);
    const BorderedRow<T> values{row, first, a.input.size.width, a.border};
    Quad<T> quad;
#pragma unroll
    for (int i = 0; i < 4; ++i) quad.of[i] = values[i];
    return quad;
  }
  __device__ void descend() {
    y += tile_rows;
  }
};

/// The weights as matrices. Across, they are the left factor, of 16 result columns × 8 columns of the input; the right
/// factor is the input with rows as columns. That gives a tile with rows as columns, which is just what the product
/// down needs as its left factor, with 8 result rows on the right. The order of columns and rows within a matrix is
/// free as long as both factors agree: place t is column 4 t (even products) or 4 t + 2 (odd ones) of 16, and place t +
/// 4 the one after it; of the result columns place g is 2 g and place g + 8 is 2 g + 1, so that lanes read and write
/// neighbors; of the rows, place t is row 2 t and t + 4 is 2 t + 1, as products produce them.
template <class T, int Reach>
struct TensorWeights {
  using Shape = TensorShape<T, Reach>;
  Left<T> across[Shape::across];
  Right<T> down[Shape::down];

  __device__ explicit TensorWeights(const TensorArguments<T>& a) {
    const int t = lane_id() % 4;
    const int g = lane_id() / 4;
#pragma unroll
    for (int s = 0; s < Shape::across; ++s) {
      const int k = s / 2 * 16 - Shape::apron + 4 * t + s % 2 * 2 - 2 * g;
      across[s] = Left<T>(a.tap(k), a.tap(k - 1), a.tap(k + 1), a.tap(k));
    }
#pragma unroll
    for (int d = 0; d < Shape::down; ++d) {
      const int k = (d - Reach) * tile_rows + 2 * t - g;
      down[d] = Right<T>(a.tap(k), a.tap(k + 1));
    }
  }
};

template <class T, int Reach, bool Inner>
__device__ void store(const TensorArguments<T>& a, const Tile<T>& tile, int x, int y, int end) {
  const int column = x + 2 * (lane_id() / 4);
  const FieldView& output = a.common.output;
  const int width = output.size.width;
#pragma unroll
  for (int i = 0; i < 2; ++i) {
    const int row = y + 2 * (lane_id() % 4) + i;
    if (row >= end) continue;
    T* to = output.row<T>(row) + column;
    if (Inner || (a.wide && column + 2 <= width)) {
      *reinterpret_cast<Pack<T, 2>*>(to) = {{tile.of[i], tile.of[2 + i]}};
    } else {
      if (column < width) to[0] = tile.of[i];
      if (column + 1 < width) to[1] = tile.of[2 + i];
    }
  }
}

/// One step of `abreast` tiles from tile `first` on: the input's 8 rows are blurred across and added to all sums.
template <class T, int Reach, class Shape = TensorShape<T, Reach>>
__device__ void advance(const TensorWeights<T, Reach>& weights, const Right<T> (&values)[2 * Shape::pieces],
                        Tile<T> (&sums)[Shape::down][Shape::tiles], int first) {
  Tile<T> blurred[Shape::abreast] = {};
#pragma unroll
  for (int s = 0; s < Shape::across; ++s) {
#pragma unroll
    for (int term = 0; term < terms<T>; ++term) {
#pragma unroll
      for (int c = 0; c < Shape::abreast; ++c) {
        blurred[c] = multiply(weights.across[s], values[2 * (first + c) + s], blurred[c], term);
      }
    }
  }
  Left<T> left[Shape::abreast];
#pragma unroll
  for (int c = 0; c < Shape::abreast; ++c) {
    left[c] = Left<T>(blurred[c].of[0], blurred[c].of[2], blurred[c].of[1], blurred[c].of[3]);
  }
#pragma unroll
  for (int term = 0; term < terms<T>; ++term) {
#pragma unroll
    for (int d = Shape::down - 1; d >= 0; --d) {
#pragma unroll
      for (int c = 0; c < Shape::abreast; ++c) {
        Tile<T>& sum = sums[d][first + c];
        // The first term moves the sums up: it adds to what was the sum of the tile below.
        const Tile<T> before = term > 0 ? sum : d > 0 ? sums[d - 1][first + c] : Tile<T>{};
        sum = multiply(left[c], weights.down[d], before, term);
      }
    }
  }
}

/// Computes rows `rows.begin` to `rows.end` of one strip. `sums[d]` is what the rows so far contribute to the tile that
/// is d tiles above the lowest one under way. Each step adds to all of them and moves them up by one, which is free,
/// since a product may be written to other registers than those it is added to.
template <class T, int Reach, class Source, bool Inner>
__device__ void march_tiles(const TensorArguments<T>& a, int x0, Rows rows) {
  using Shape = TensorShape<T, Reach>;
  const TensorWeights<T, Reach> weights(a);
  const int g = lane_id() / 4;
  const int t = lane_id() % 4;
  Source source(a, x0 - Shape::apron + 4 * t, rows.begin - Shape::apron + g);
  Quad<T> next[Shape::pieces];
  const auto fetch = [&] {
#pragma unroll
    for (int i = 0; i < Shape::pieces; ++i) next[i] = source.read(tile_columns * i);
    source.descend();
  };
  fetch();
  Tile<T> sums[Shape::down][Shape::tiles] = {};
  const int last = rows.end + Shape::apron;
#pragma unroll 1
  for (int y = rows.begin - Shape::apron; y < last; y += tile_rows) {
    Right<T> values[2 * Shape::pieces];
#pragma unroll
    for (int i = 0; i < Shape::pieces; ++i) {
      values[2 * i] = Right<T>(next[i].of[0], next[i].of[1]);
      values[2 * i + 1] = Right<T>(next[i].of[2], next[i].of[3]);
    }
    if (y + tile_rows < last) fetch();
#pragma unroll
    for (int first = 0; first < Shape::tiles; first += Shape::abreast) {
      advance<T, Reach>(weights, values, sums, first);
    }
    const int done = y - Shape::apron;
    if (done >= rows.begin) {
#pragma unroll
      for (int c = 0; c < Shape::tiles; ++c) {
        store<T, Reach, Inner>(a, sums[Shape::down - 1][c], x0 + c * tile_columns, done, rows.end);
      }
    }
  }
}

template <class T, int Reach, Tracing How>
__global__ void __launch_bounds__(32 * tensor_warps, TensorShape<T, Reach>::blocks)
    tensor_strips(const TensorArguments<T> a) {
  using Shape = TensorShape<T, Reach>;
  const int task = static_cast<int>(blockIdx.x) * tensor_warps + static_cast<int>(threadIdx.x / 32);
  const WarpTimer<How> timer(a.common.trace, task);
  const Rows all = a.common.rows;
  const int begin = all.begin + task / a.strips * a.rows_each;
  if (begin < all.end) {
    const int x0 = task % a.strips * Shape::strip;
    const Rows rows{begin, min(begin + a.rows_each, all.end)};
    const Size size = a.common.input.size;
    const int read_rows = ceil_div(rows.count(), tile_rows) * tile_rows;
    const bool inner = a.wide && x0 >= Shape::apron && x0 + Shape::strip + Shape::apron <= size.width &&
                       rows.begin >= Shape::apron && rows.begin + read_rows + Shape::apron <= size.height;
    if (inner) {
      march_tiles<T, Reach, InnerRows<T>, true>(a, x0, rows);
    } else {
      march_tiles<T, Reach, BorderedRows<T>, false>(a, x0, rows);
    }
  }
  timer.finish(task, [&] {
    return rectangle(a.common.output.size.width, task % a.strips * Shape::strip, begin, Shape::strip, a.rows_each);
  });
}

}  // namespace heteroscope::blur
