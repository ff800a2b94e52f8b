#pragma once

#include <algorithm>
#include <utility>

#include "core/trace/span_timer.cuh"
#include "kernels/laplace/methods/method.hpp"

namespace heteroscope::laplace {

inline constexpr unsigned full_warp = 0xffffffffU;

// ------------------------------------------------------------------------------------------------- sums by tiles

inline constexpr int sum_threads_resident = 1024;  // of a multiprocessor, which leaves 64 registers to each
inline constexpr int sum_bytes_ahead = 64;         // being loaded ahead, by each thread
inline constexpr int most_rows_ahead = 8;

/// How many rows a thread loads ahead of the one that it computes (software prefetch into registers).
template <class F, class Value>
constexpr int rows_ahead() {
  return std::clamp(sum_bytes_ahead / (F::reads * static_cast<int>(sizeof(Value))), 1, most_rows_ahead);
}

/// The values that are loaded for one node of a column: those of the line below, of the node beside (for a warp's
/// outermost participants) and of the node alone.
template <class F>
struct SummedNode {
  using Fetched = decltype(std::declval<const F&>().fetch(0));
  Fetched below, beside;
  decltype(std::declval<const F&>().own(0)) own;
};

/// The sum of a thread's column of a tile, from the top down; lines stay in registers while they are needed.
///
///             participant − 1   participant   participant + 1
///     above               o
///     center     s   →    o    ←   s       neighbors (s) come from the participants beside by shuffles; only the
///     outermost below               o                lanes of a warp load one more value
///                         ↑
///                         loaded rows_ahead() rows before its use; it is the center of the next row, then above
///
/// The first loads come ahead of the wait: what is loaded has been written before the last launch (LooksAround).
template <class F, class Start>
__device__ double column_sum(const F& loads, const Start& start, const Box& box, const Box& tile) {
  using Row = SummedNode<F>;
  using Value = decltype(loads.line(typename Row::Fetched{}));
  constexpr int D = rows_ahead<F, Value>();
  const int participant = static_cast<int>(threadIdx.x % 32);
  const int x = tile.x0 + static_cast<int>(threadIdx.x);
  const bool inside = x >= box.x0 && x < box.x1;
  const bool outermost = inside && (participant == 0 || participant == 31);
  const int aside = participant == 0 ? -1 : 1;
  const int n = loads.n;

  const auto fetch = [&](int at, Row& row) {
    row.below = loads.fetch(at + n);
    row.own = loads.own(at);
    if (outermost) row.beside = loads.fetch(at + aside);
  };

  // Participants beyond the box load what the participant nearest to it loads, so that all addresses are valid, and add
  // nothing.
  int at = tile.y0 * n + min(max(x, box.x0 - 1), box.x1);
  const auto first_above = loads.fetch(at - n);
  const auto first = loads.fetch(at);
  Row coming[D]{};
#pragma unroll
  for (int k = 0; k < D; ++k) {
    if (tile.y0 + k < tile.y1) fetch(at + k * n, coming[k]);
  }
  start.wait();
  const F f = loads.ready();
  Value above = f.line(first_above);
  Value center = f.line(first);
  double sum = 0;
  const auto add = [&](const Row& row) {
    const Value below = f.line(row.below);
    const Value beside = f.line(row.beside);
    const Value left = __shfl_up_sync(full_warp, center, 1);
    const Value right = __shfl_down_sync(full_warp, center, 1);
    const Value across = (participant == 0 ? beside : left) + (participant == 31 ? beside : right);
    if (inside) sum += f.node(at, row.own, center, across + (above + below));
    above = center;
    center = below;
  };
  // A row's registers are reused only after the row is added: copying them would wait for the loads into them.
  int y = tile.y0;
#pragma unroll 1
  for (; y + D <= tile.y1; y += D) {
#pragma unroll
    for (int k = 0; k < D; ++k) {
      add(coming[k]);
      if (y + k + D < tile.y1) fetch(at + D * n, coming[k]);
      at += n;
    }
  }
#pragma unroll
  for (int k = 0; k < D - 1; ++k) {
    if (y + k < tile.y1) {
      add(coming[k]);
      at += n;
    }
  }
  return sum;
}

/// Adds up a tile of 128 × 32 nodes a block, a column a thread, then the block's 128 sums as a tree. `upward` says that
/// blocks go through the tiles from the last to the first.
template <Tracing How, class Start, class F>
__global__ void __launch_bounds__(sum_columns, sum_threads_resident / sum_columns)
    tile_sums_kernel(SumTiles tiles, F f, double* sums, bool upward, Start start, SpanSink trace) {
  const BlockTimer<How> timer(trace);
  __shared__ double participants[sum_columns];
  const int thread = static_cast<int>(threadIdx.x);
  const int i = static_cast<int>(upward ? gridDim.x - 1 - blockIdx.x : blockIdx.x);
  const Box box = tiles.box;
  const Box tile = tiles[i];
  double sum = 0;
  if constexpr (LooksAround<F>) {
    sum = column_sum(f, start, box, tile);
  } else {
    start.wait();
    const int x = tile.x0 + thread;
    if (x >= box.x0 && x < box.x1) {
#pragma unroll 4
      for (int y = tile.y0; y < tile.y1; ++y) sum += f(x, y);
    }
  }
  participants[thread] = sum;
  __syncthreads();
  if (thread < 32) {
    constexpr int warps = sum_columns / 32;
    double of[warps];
#pragma unroll
    for (int w = 0; w < warps; ++w) of[w] = participants[32 * w + thread];
#pragma unroll
    for (int half = warps / 2; half > 0; half /= 2) {
#pragma unroll
      for (int w = 0; w < half; ++w) of[w] += of[w + half];
    }
#pragma unroll
    for (int half = 16; half > 0; half /= 2) of[0] += __shfl_down_sync(full_warp, of[0], half);
    if (thread == 0) sums[i] = of[0];
  }
  timer.finish([&] { return rectangle(box.x1, tile.x0, tile.y0, sum_columns, tile.y1 - tile.y0); });
}

template <Tracing How, class Start, class Then>
__global__ void __launch_bounds__(fold_lanes)
    fold_kernel(const double* sums, int count, double* slot, Then then, Start start, SpanSink trace) {
  const BlockTimer<How> timer(trace);
  __shared__ double participants[fold_lanes];
  const int participant = static_cast<int>(threadIdx.x);
  start.wait();
  double sum = 0;
  for (int i = participant; i < count; i += fold_lanes) sum += sums[i];
  participants[participant] = sum;
  for (int half = fold_lanes / 2; half > 0; half /= 2) {
    __syncthreads();
    if (participant < half) participants[participant] += participants[participant + half];
  }
  if (participant == 0) {
    *slot = participants[0];
    then();
  }
  timer.finish([&] { return Cells{0, static_cast<std::uint64_t>(count)}; });
}

// -------------------------------------------------------------------------------------------------- sums of rows

inline constexpr int rows_at_once = 4;

/// Adds up some rows a block, one below the other; the threads walk from left to right.
template <Tracing How, class F>
__global__ void __launch_bounds__(row_participants) row_sums_kernel(Box box, F f, double* sums, SpanSink trace) {
  const BlockTimer<How> timer(trace);
  constexpr int R = rows_at_once;
  __shared__ double participants[R][row_participants];
  const int participant = static_cast<int>(threadIdx.x);
  const int y = box.y0 + static_cast<int>(blockIdx.x) * R;
  double sum[R] = {};
  for (int x = box.x0 + participant; x < box.x1; x += row_participants) {
    double value[R] = {};
#pragma unroll
    for (int i = 0; i < R; ++i) {
      if (y + i < box.y1) value[i] = f(x, y + i);
    }
#pragma unroll
    for (int i = 0; i < R; ++i) sum[i] += value[i];
  }
#pragma unroll
  for (int i = 0; i < R; ++i) participants[i][participant] = sum[i];
  for (int half = row_participants / 2; half > 0; half /= 2) {
    __syncthreads();
    for (int at = participant; at < half * R; at += row_participants) {
      double* const row = participants[at / half];
      row[at % half] += row[at % half + half];
    }
  }
  __syncthreads();
  if (participant < R && y + participant < box.y1) sums[y + participant - box.y0] = participants[participant][0];
  timer.finish([&] { return rectangle(box.x1, box.x0, y, box.x1 - box.x0, R); });
}

}  // namespace heteroscope::laplace
