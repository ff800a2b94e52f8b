#pragma once

#include "core/device/cuda_check.cuh"
#include "core/trace/span_timer.cuh"
#include "kernels/heat/cell.hpp"
#include "kernels/heat/resident/tile.cuh"

namespace heteroscope::heat {

template <class Shape>
struct ResidentArguments {
  const typename Shape::T* in;
  typename Shape::T* out;  // another plane than `in`, which blocks that begin late have yet to read
  int n;
  typename Shape::T c;
  int steps;
  Mailboxes<Shape> boxes;
  SpanSink trace;
};

/// The values that a thread holds: 4 columns of R rows. Rows are updated in place, without a second set of registers:
/// the new rows of one step go to the places of the rows above them, which are no longer needed by then, and those of
/// the next step, from the lowest row upward, back to the places below. Row r is at place r + 1 after an even number of
/// steps and at place r after an odd one.
template <class Shape>
using TileRows = typename Shape::T[Shape::rows + 1][Shape::vector];

/// Loads a thread's part of the tile, halo included, as far as it lies in the grid.
template <class Shape, bool Wide, class T = typename Shape::T>
__device__ __forceinline__ void load_tile(TileRows<Shape>& value, TilePlace place, const T* in, int n) {
  const T* at = in + static_cast<std::ptrdiff_t>(place.y0) * n + place.x;
#pragma unroll
  for (int r = 0; r < Shape::rows; ++r) {
    if (place.y0 + r >= 0 && place.y0 + r < n) {
      if constexpr (Wide) {
        if (place.x >= 0 && place.x < n) take(*reinterpret_cast<const Pack<T, 4>*>(at), value[r + 1]);
      } else {
#pragma unroll
        for (int j = 0; j < Shape::vector; ++j) {
          if (place.x + j >= 0 && place.x + j < n) value[r + 1][j] = at[j];
        }
      }
    }
    at += n;
  }
}

/// Stores the columns and rows that the tile owns; `odd` says that an odd number of steps has been made.
template <class Shape, bool Wide, class T = typename Shape::T>
__device__ __forceinline__ void store_tile(const TileRows<Shape>& value, const TilePlace& place, T* out, int n,
                                           int own_rows, bool odd) {
  const bool own_lane = place.lane >= Shape::rim && place.lane < 32 - Shape::rim;
  T* at = out + static_cast<std::ptrdiff_t>(place.y0) * n + place.x;
  const auto write = [&](const T(&row)[Shape::vector]) {
    if constexpr (Wide) {
      if (place.x < n) hand(*reinterpret_cast<Pack<T, 4>*>(at), row);
    } else {
#pragma unroll
      for (int j = 0; j < Shape::vector; ++j) {
        if (place.x + j < n) at[j] = row[j];
      }
    }
  };
#pragma unroll
  for (int r = 0; r < Shape::rows; ++r) {
    const int t = place.t0 + r;
    if (own_lane && t >= Shape::depth && t < own_rows + Shape::depth && place.y0 + r < n) {
      if (odd) {
        write(value[r]);
      } else {
        write(value[r + 1]);
      }
    }
    at += n;
  }
}

/// The edge of the grid, where values are 0, as far as a warp's part of the tile has to do with it. Whatever lies
/// beyond the edge never matters, since the edge's zeros separate it from the inside.
template <class Shape, bool Wide>
struct GridEdge {
  using T = typename Shape::T;
  int n;
  int x;
  int y0;
  bool left;           // some lane has the grid's first column
  bool right;          // some lane has its last column, which may be among the halo columns
  bool top_or_bottom;  // some row may be the grid's first or last one

  __device__ GridEdge(const TilePlace& place, int nodes)
      : n(nodes),
        x(place.x),
        y0(place.y0),
        left(place.tile_x == 0),
        right((place.tile_x + 1) * Shape::columns + Shape::depth >= n),
        top_or_bottom(y0 <= 0 || y0 + Shape::rows >= n) {}

  __device__ __forceinline__ void clear_sides(T (&row)[Shape::vector]) const {
    constexpr int last = Shape::vector - 1;
    if (left) row[0] = x == 0 ? T(0) : row[0];
    if (right) {
      if constexpr (Wide) {
        row[last] = x + Shape::vector == n ? T(0) : row[last];
      } else {
#pragma unroll
        for (int j = 0; j <= last; ++j) row[j] = x + j == n - 1 ? T(0) : row[j];
      }
    }
  }
  __device__ __forceinline__ void clear_row(T (&row)[Shape::vector], int y) const {
    if (y == 0 || y == n - 1) {
#pragma unroll
      for (int j = 0; j < Shape::vector; ++j) row[j] = T(0);
    }
  }
  /// Clears the edges of all rows, of which row r is at place r + `place`.
  __device__ __forceinline__ void clear(TileRows<Shape>& value, int place) const {
    if (left || right) {
#pragma unroll
      for (int r = 0; r < Shape::rows; ++r) clear_sides(value[r + place]);
    }
    if (top_or_bottom) {
      int y = y0;
#pragma unroll
      for (int r = 0; r < Shape::rows; ++r) {
        keep_here(y);
        clear_row(value[r + place], y++);
      }
    }
  }
};

/// The rows that warps pass to the warps above and below them, in shared memory: each warp's first and last row. They
/// are double-buffered (`half`), so that one barrier a step suffices.
template <class Shape>
struct Seams {
  using T = typename Shape::T;
  Pack<T, 4>* rows;
  int lane, warp, warps;
  __device__ __forceinline__ Pack<T, 4>& row(int half, int which, int of_warp) const {
    return rows[((half * 2 + which) * Shape::most_warps + of_warp) * 32 + lane];
  }
};

/// Makes one time step of the tile. `Down` says that rows are computed from the first one downward and move up by a
/// place, as in every first step of two; otherwise the other way around.
template <class Shape, bool Wide, bool Down, class T = typename Shape::T>
__device__ __forceinline__ void step(TileRows<Shape>& value, const Seams<Shape>& seams,
                                     const GridEdge<Shape, Wide>& edge, T c) {
  constexpr int V = Shape::vector;
  constexpr int R = Shape::rows;
  constexpr int turn = Down ? 0 : 1;
  constexpr int old_place = Down ? 1 : 0;  // the place of row 0
  constexpr int new_place = 1 - old_place;
  // In fp64 arithmetic runs at half the rate and leaves time to clear edges in each row; these tests also keep the
  // compiler from starting rows early, for which there are no registers. In fp32 edges are cleared after the
  // arithmetic, so that warps that hold none skip the tests in each row.
  constexpr bool clears_each = sizeof(T) == 8;
  const TileRows<Shape>& held = value;
  hand(seams.row(turn, 0, seams.warp), held[old_place]);
  hand(seams.row(turn, 1, seams.warp), held[R - 1 + old_place]);
  __syncthreads();
  const Pack<T, 4> above = seams.row(turn, 1, max(seams.warp - 1, 0));
  const Pack<T, 4> below = seams.row(turn, 0, min(seams.warp + 1, seams.warps - 1));
#pragma unroll
  for (int i = 0; i < R; ++i) {
    const int r = Down ? i : R - 1 - i;
    const T(&north)[V] = r > 0 ? held[r > 0 ? r - 1 + old_place : 0] : above.of;
    const T(&center)[V] = held[r + old_place];
    const T(&south)[V] = r + 1 < R ? held[r + 1 < R ? r + 1 + old_place : 0] : below.of;
    T(&next)[V] = value[r + new_place];
    const T west = __shfl_up_sync(0xffffffffU, center[V - 1], 1);
    const T east = __shfl_down_sync(0xffffffffU, center[0], 1);
#pragma unroll
    for (int j = 0; j < V; ++j) {
      next[j] = stepped(center[j], c, center[j], j > 0 ? center[j - 1] : west, j < V - 1 ? center[j + 1] : east,
                        north[j], south[j]);
    }
    if constexpr (clears_each) {
      edge.clear_sides(next);
      if (edge.top_or_bottom) {
        int y = edge.y0;
        keep_here(y);
        edge.clear_row(next, y + r);
      }
    }
  }
  if (!clears_each) edge.clear(value, new_place);
}

/// Advances the grid by `steps` steps in one launch (persistent kernel). Every block keeps its tile in registers; all
/// blocks must be resident at the same time, since they wait for each other (cooperative launch). `Wide` says that all
/// rows begin at multiples of 16 bytes.
///
///     tile of a block: own nodes (o) and a halo (+) of `depth` rows and columns, which belongs to the neighbors
///
///        + + + + + + + +     warp 0    each step makes the outermost valid ring of the halo invalid; after `depth`
///        + + + + + + + +     ------    steps blocks exchange halos:
///        + + o o o o + +     warp 1
///        + + o o o o + +     ------      lay_out()   own edges, registers → shared memory
///        + + o o o o + +     warp 2      send()      → packets of data and flag in global memory (L2 cache)
///        + + + + + + + +     ------      receive()   poll the neighbors' packets → shared memory
///        + + + + + + + +     warp 3      pick_up()   halo, shared memory → registers
///
/// Within a tile, warps pass their first and last row on through shared memory, with one barrier a step; lanes get the
/// columns beside their own by shuffles. Packets are those of NCCL's low-latency protocols (mailbox.cuh).
template <class Shape, bool Wide, Tracing How, class T = typename Shape::T>
__global__ void __launch_bounds__(32 * Shape::most_warps, 1) resident(const ResidentArguments<Shape> a) {
  static_assert(Mail<Shape>::size * sizeof(std::uint32_t) <= Shape::quads_in_half * sizeof(Pack<T, 4>));
  const BlockTimer<How> timer(a.trace);
  extern __shared__ __align__(16) unsigned char shared_memory[];
  auto* const shared_rows = reinterpret_cast<Pack<T, 4>*>(shared_memory);
  auto* const mail_out = reinterpret_cast<std::uint32_t*>(shared_rows);
  auto* const mail_in = reinterpret_cast<std::uint32_t*>(shared_rows + Shape::quads_in_half);
  const int own_rows = a.boxes.own_rows;
  const int tile_x = static_cast<int>(blockIdx.x) % a.boxes.tiles_x;
  const int tile_y = static_cast<int>(blockIdx.x) / a.boxes.tiles_x;
  const int lane = static_cast<int>(threadIdx.x % 32);
  const int warp = static_cast<int>(threadIdx.x / 32);
  const int t0 = warp * Shape::rows;
  const TilePlace place{.tile_x = tile_x,
                        .tile_y = tile_y,
                        .lane = lane,
                        .x = tile_x * Shape::columns + (lane - Shape::rim) * Shape::vector,
                        .t0 = t0,
                        .y0 = tile_y * own_rows - Shape::depth + t0};
  TileRows<Shape> value = {};
  load_tile<Shape, Wide>(value, place, a.in, a.n);
  const GridEdge<Shape, Wide> edge(place, a.n);
  const Seams<Shape> seams{shared_rows, lane, warp, static_cast<int>(blockDim.x / 32)};

  std::uint32_t barrier = 0;
  const auto exchange = [&] {
    ++barrier;
    lay_out<Shape>(value, place, own_rows, mail_out);
    __syncthreads();
    send(a.boxes, tile_x, tile_y, mail_out, barrier);
    receive(a.boxes, tile_x, tile_y, mail_in, barrier);
    __syncthreads();
    pick_up<Shape>(value, place, own_rows, a.n, mail_in);
  };
  if (a.steps > Shape::depth) plan_routes(a.boxes, tile_x, tile_y);
  int left = a.steps;
#pragma unroll 1
  for (int since = 0;; since += 2) {
    if (since == Shape::depth) {
      exchange();
      since = 0;
    }
    step<Shape, Wide, true>(value, seams, edge, a.c);
    if (left == 1) break;
    step<Shape, Wide, false>(value, seams, edge, a.c);
    left -= 2;
    if (left == 0) break;
  }
  store_tile<Shape, Wide>(value, place, a.out, a.n, own_rows, a.steps % 2 == 1);
  timer.finish([&] {
    return rectangle(a.n, tile_x * Shape::columns, std::int64_t{tile_y} * own_rows, Shape::columns, own_rows);
  });
}

}  // namespace heteroscope::heat
