#pragma once

#include <cstdint>

#include "core/device/cuda_check.cuh"
#include "core/trace/piece_timer.cuh"
#include "kernels/heat/cell.hpp"
#include "kernels/heat/march/shape.hpp"
#include "kernels/heat/quad.cuh"

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
  PieceSink trace;
};

/// `Inner`: all that the march touches lies inside of the grid's edge, and rows are aligned.
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

  struct Coming {
    Quad<T> of[Terms];
  };
  const auto fetch = [&] {
    Coming next{};
#pragma unroll
    for (int i = 0; i < Terms; ++i) {
      const T* const at = a.in[i] + from;
      if constexpr (Inner) {
        if (y_in < y_end) next.of[i] = *reinterpret_cast<const Quad<T>*>(at);
      } else if (y_in >= 0 && y_in < y_end) {
        if (a.wide && x >= 0 && x + V <= n) {
          next.of[i] = *reinterpret_cast<const Quad<T>*>(at);
        } else {
#pragma unroll
          for (int j = 0; j < V; ++j) {
            if (x + j >= 0 && x + j < n) next.of[i].of[j] = at[j];
          }
        }
      }
    }
    from += n;
    ++y_in;
    return next;
  };

  Coming coming[Shape::ahead];
#pragma unroll
  for (int i = 0; i < Shape::ahead; ++i) coming[i] = fetch();
  T held[Levels][2][V] = {};
  T start[Levels / Group][Shape::ring][V];
  const bool writes = lane >= Shape::rim && lane < 32 - Shape::rim;

#pragma unroll 1
  for (int y = first - Levels; y < rows.end; y += Shape::turn) {  // y: the row that the last pass completes at k = 0
#pragma unroll
    for (int k = 0; k < Shape::turn; ++k) {
      constexpr int ring = Shape::ring;
      const Coming& now = coming[k % Shape::ahead];
      T row[V];
#pragma unroll
      for (int j = 0; j < V; ++j) {
        row[j] = Terms == 1 ? now.of[0].of[j] : a.a[0] * now.of[0].of[j];
#pragma unroll
        for (int i = 1; i < Terms; ++i) row[j] = std::fma(a.a[i], now.of[i].of[j], row[j]);
        if (Terms > 1) start[0][k % ring][j] = now.of[0].of[j];
      }
      coming[k % Shape::ahead] = fetch();
#pragma unroll
      for (int level = 0; level < Levels; ++level) {
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
          result[j] = stepped(begun, a.c[place], center[j], j > 0 ? center[j - 1] : west,
                              j < V - 1 ? center[j + 1] : east, north[j], row[j]);
        }
        if constexpr (!Inner) {
          // Whatever lies beyond the grid's edge never matters, since the edge's zeros separate it from the inside.
          const int of = y + k + Levels - level - 1;
          if (of == 0 || of == n - 1) {
#pragma unroll
            for (int j = 0; j < V; ++j) result[j] = T(0);
          }
#pragma unroll
          for (int j = 0; j < V; ++j) {
            if ((j == 0 && x == 0) || x + j == n - 1) result[j] = T(0);
          }
        }
#pragma unroll
        for (int j = 0; j < V; ++j) {
          north[j] = row[j];
          row[j] = result[j];
        }
      }
      if (writes && y + k >= rows.begin && y + k < rows.end) {
        if (Inner || (a.wide && x + V <= n)) {
          *reinterpret_cast<Quad<T>*>(to) = {{row[0], row[1], row[2], row[3]}};
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
