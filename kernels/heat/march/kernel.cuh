#pragma once

#include <cstdint>

#include "core/device/cuda_check.cuh"
#include "core/trace/span_timer.cuh"
#include "kernels/heat/cell.hpp"
#include "kernels/heat/march/shape.hpp"
#include "kernels/pack.hpp"

namespace heteroscope::heat {

template <class T, int Terms>
struct MarchArguments {
  const T* in[Terms];
  T a[Terms];
  T* out;
  int n;
  Rows rows;
  T c[most_passes];  // the factors of the passes of a step
  int strips;
  int rows_each;  // rows that a warp computes
  bool wide;      // all rows begin at multiples of 16 bytes
  SpanSink trace;
};

/// A lane's columns of a row, in all planes that the pass combines.
template <class T, int Terms>
struct ComingRow {
  Pack<T, 4> of[Terms];
};

/// Loads a lane's 4 columns of row y, whose place is `from`, of all planes; nothing outside of the plane, nor from row
/// `end` on. `Inner` says that all of them lie in the plane and are aligned.
template <bool Inner, class T, int Terms>
__device__ __forceinline__ ComingRow<T, Terms> load_row(const MarchArguments<T, Terms>& a, std::ptrdiff_t from, int x,
                                                        int y, int end) {
  ComingRow<T, Terms> row{};
#pragma unroll
  for (int i = 0; i < Terms; ++i) {
    const T* const at = a.in[i] + from;
    if constexpr (Inner) {
      if (y < end) row.of[i] = *reinterpret_cast<const Pack<T, 4>*>(at);
    } else if (y >= 0 && y < end) {
      if (a.wide && x >= 0 && x + 4 <= a.n) {
        row.of[i] = *reinterpret_cast<const Pack<T, 4>*>(at);
      } else {
#pragma unroll
        for (int j = 0; j < 4; ++j) {
          if (x + j >= 0 && x + j < a.n) row.of[i].of[j] = at[j];
        }
      }
    }
  }
  return row;
}

/// The passes of a march and the rows that they hold in registers.
template <class T, int Levels, int Group, int Terms, bool Inner>
struct MarchPasses {
  using Shape = MarchShape<Levels, Group, Terms>;
  static constexpr int V = Shape::vector;
  static constexpr int ring = Shape::ring;
  T held[Levels][2][V] = {};         // the last two rows of each pass's input
  T start[Levels / Group][ring][V];  // rows of each step's start, which its later passes add to

  /// What the first pass applies S to: the row itself, or a combination of several planes' rows, of which the newest is
  /// the step's start. `k` is the row's place in the unrolled loop.
  __device__ __forceinline__ void combine(const MarchArguments<T, Terms>& a, const ComingRow<T, Terms>& now, int k,
                                          T (&row)[V]) {
#pragma unroll
    for (int j = 0; j < V; ++j) {
      row[j] = Terms == 1 ? now.of[0].of[j] : a.a[0] * now.of[0].of[j];
#pragma unroll
      for (int i = 1; i < Terms; ++i) row[j] = std::fma(a.a[i], now.of[i].of[j], row[j]);
      if (Terms > 1) start[0][k % ring][j] = now.of[0].of[j];
    }
  }

  /// Pass `level`: `row`, a row of its input, comes in, and becomes the row of its result that is one row above (row y
  /// of the plane).
  __device__ __forceinline__ void pass(const MarchArguments<T, Terms>& a, int level, int k, int x, int y, T (&row)[V]) {
    T(&north)[V] = held[level][k % 2];
    const T(&center)[V] = held[level][(k + 1) % 2];
    const int place = level % Group;  // number of the pass within its step
    if (Group > 1 && place == 0) {
#pragma unroll
      for (int j = 0; j < V; ++j) start[level / Group][k % ring][j] = row[j];
    }
    const T west = __shfl_up_sync(0xffffffffU, center[V - 1], 1);
    const T east = __shfl_down_sync(0xffffffffU, center[0], 1);
    T result[V];
#pragma unroll
    for (int j = 0; j < V; ++j) {
      // the step's start, which came in place + 1 rows ago
      const T begun = !Shape::holds_start ? center[j] : start[level / Group][(k + ring - place - 1) % ring][j];
      result[j] = stepped(begun, a.c[place], center[j], j > 0 ? center[j - 1] : west, j < V - 1 ? center[j + 1] : east,
                          north[j], row[j]);
    }
    if constexpr (!Inner) clear_edge(a.n, x, y, result);
#pragma unroll
    for (int j = 0; j < V; ++j) {
      north[j] = row[j];
      row[j] = result[j];
    }
  }

 private:
  /// Sets nodes on the grid's edge to 0. Whatever lies beyond it never matters, since the edge's zeros separate it from
  /// the inside.
  __device__ __forceinline__ static void clear_edge(int n, int x, int y, T (&result)[V]) {
    if (y == 0 || y == n - 1) {
#pragma unroll
      for (int j = 0; j < V; ++j) result[j] = T(0);
    }
#pragma unroll
    for (int j = 0; j < V; ++j) {
      if ((j == 0 && x == 0) || x + j == n - 1) result[j] = T(0);
    }
  }
};

/// One march of a warp (register marching with temporal blocking): it computes rows `rows` of a strip of columns whose
/// first own column is x0. `Inner` says that all that the march touches lies inside of the grid's edge and is aligned.
///
///     two passes while row y + 2 of the plane comes in (4 columns a lane, all in registers)
///
///     input of pass 1               input of pass 2 (result of pass 1)      result of pass 2
///       row y      held, north        row y − 1   held, north
///       row y + 1  held, center  ┐    row y       held, center  ┐
///       row y + 2  comes, south  ├→   row y + 1   comes, south  ├→            row y: stored
///                                ┘                              ┘
///
/// West and east neighbors beyond a lane's columns are shuffled from the neighboring lanes. Each pass thus follows one
/// row behind the one before it, and the plane is read and written once for all of them.
template <class T, int Levels, int Group, int Terms, bool Inner>
__device__ void march(const MarchArguments<T, Terms>& a, int x0, Rows rows) {
  using Shape = MarchShape<Levels, Group, Terms>;
  constexpr int V = Shape::vector;
  const int lane = static_cast<int>(threadIdx.x % 32);
  const int x = x0 + (lane - Shape::rim) * V;
  const int n = a.n;
  const int first = rows.begin - Levels;
  std::ptrdiff_t from = static_cast<std::ptrdiff_t>(first) * n + x;
  T* to = a.out + static_cast<std::ptrdiff_t>(rows.begin) * n + x;
  int y_in = first;  // the next row to be loaded
  const int y_end = Inner ? rows.end + Levels : min(rows.end + Levels, n);
  const auto fetch = [&] {
    const ComingRow<T, Terms> row = load_row<Inner>(a, from, x, y_in, y_end);
    from += n;
    ++y_in;
    return row;
  };
  ComingRow<T, Terms> coming[Shape::ahead];
#pragma unroll
  for (int i = 0; i < Shape::ahead; ++i) coming[i] = fetch();
  MarchPasses<T, Levels, Group, Terms, Inner> passes;
  const bool writes = lane >= Shape::rim && lane < 32 - Shape::rim;

#pragma unroll 1
  for (int y = first - Levels; y < rows.end; y += Shape::turn) {  // y: the row that the last pass completes at k = 0
#pragma unroll
    for (int k = 0; k < Shape::turn; ++k) {
      T row[V];
      passes.combine(a, coming[k % Shape::ahead], k, row);
      coming[k % Shape::ahead] = fetch();
#pragma unroll
      for (int level = 0; level < Levels; ++level) passes.pass(a, level, k, x, y + k + Levels - level - 1, row);
      if (writes && y + k >= rows.begin && y + k < rows.end) {
        if (Inner || (a.wide && x + V <= n)) {
          *reinterpret_cast<Pack<T, 4>*>(to) = {{row[0], row[1], row[2], row[3]}};
        } else {
#pragma unroll
          for (int j = 0; j < V; ++j) {
            if (x + j < n) to[j] = row[j];
          }
        }
      }
      if (y + k >= rows.begin) to += n;
    }
  }
}

template <class T, int Levels, int Group, int Terms, int Blocks, Tracing How>
__global__ void __launch_bounds__(32 * march_warps, Blocks) marches(const MarchArguments<T, Terms> a) {
  using Shape = MarchShape<Levels, Group, Terms>;
  const int task = static_cast<int>(blockIdx.x) * march_warps + static_cast<int>(threadIdx.x / 32);
  const WarpTimer<How> timer(a.trace, task);
  const int begin = a.rows.begin + task / a.strips * a.rows_each;
  if (begin < a.rows.end) {
    const int x0 = task % a.strips * Shape::strip;
    const Rows rows{begin, min(begin + a.rows_each, a.rows.end)};
    const int reach = Shape::rim * Shape::vector;
    const bool inner =
        a.wide && x0 > reach && x0 + Shape::strip + reach < a.n && rows.begin > Levels && rows.end + Levels < a.n;
    if (inner) {
      march<T, Levels, Group, Terms, true>(a, x0, rows);
    } else {
      march<T, Levels, Group, Terms, false>(a, x0, rows);
    }
  }
  timer.finish(task, [&] { return rectangle(a.n, task % a.strips * Shape::strip, begin, Shape::strip, a.rows_each); });
}

}  // namespace heteroscope::heat
