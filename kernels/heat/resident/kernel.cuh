#pragma once

#include "core/device/cuda_check.cuh"
#include "core/trace/piece_timer.cuh"
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
  PieceSink trace;
};

/// Advances the grid by `steps` steps in one launch. All blocks must be resident at the same time, since they wait for
/// each other (cooperative launch). `Wide` says that all rows begin at multiples of 16 bytes.
template <class Shape, bool Wide, Tracing How, class T = typename Shape::T>
__global__ void __launch_bounds__(32 * Shape::most_warps, 1) resident(const ResidentArguments<Shape> a) {
  constexpr int V = Shape::vector;
  constexpr int R = Shape::rows;
  constexpr int D = Shape::depth;
  constexpr int rim = Shape::rim;
  using M = Mail<Shape>;
  static_assert(M::size * sizeof(std::uint32_t) <= Shape::quads_in_half * sizeof(Quad<T>));
  const BlockTimer<How> timer(a.trace);
  extern __shared__ __align__(16) unsigned char shared_memory[];
  auto* const seams = reinterpret_cast<Quad<T>*>(shared_memory);
  auto* const mail_out = reinterpret_cast<std::uint32_t*>(seams);
  auto* const mail_in = reinterpret_cast<std::uint32_t*>(seams + Shape::quads_in_half);
  const int n = a.n;
  const int own_rows = a.boxes.own_rows;
  const int tile_x = static_cast<int>(blockIdx.x) % a.boxes.tiles_x;
  const int tile_y = static_cast<int>(blockIdx.x) / a.boxes.tiles_x;
  const int lane = static_cast<int>(threadIdx.x % 32);
  const int warp = static_cast<int>(threadIdx.x / 32);
  const int warps = static_cast<int>(blockDim.x / 32);
  const int x = tile_x * Shape::columns + (lane - rim) * V;
  const int t0 = warp * R;                    // the tile's row that is this warp's first
  const int y0 = tile_y * own_rows - D + t0;  // the grid's row that is this warp's first
  const bool beside_left = tile_x == 0;       // some lane has the grid's first column
  // The grid's last column may be among the halo columns.
  const bool beside_right = (tile_x + 1) * Shape::columns + D >= n;
  const bool beside_top_or_bottom = y0 <= 0 || y0 + R >= n;
  const bool own_lane = lane >= rim && lane < 32 - rim;
  const TilePlace place{tile_x, tile_y, lane, x, t0, y0};
  // Rows are updated in place, without a second set of registers: the new rows of one step go to the places of the rows
  // above them, which are no longer needed by then, and those of the next step, from the lowest row upward, back to the
  // places below. Row r is at place r + 1 after an even number of steps and at place r after an odd one.
  T value[R + 1][V] = {};

  {
    const T* at = a.in + static_cast<std::ptrdiff_t>(y0) * n + x;
#pragma unroll
    for (int r = 0; r < R; ++r) {
      if (y0 + r >= 0 && y0 + r < n) {
        if constexpr (Wide) {
          if (x >= 0 && x < n) {
            take(*reinterpret_cast<const Quad<T>*>(at), value[r + 1]);
          }
        } else {
#pragma unroll
          for (int j = 0; j < V; ++j) {
            if (x + j >= 0 && x + j < n) value[r + 1][j] = at[j];
          }
        }
      }
      at += n;
    }
  }

  // The place in shared memory where a warp puts its first and last row for the warps above and below; double-buffered,
  // so that one barrier a step suffices.
  const auto seam = [&](int half, int which, int of_warp) -> Quad<T>& {
    return seams[((half * 2 + which) * Shape::most_warps + of_warp) * 32 + lane];
  };

  // Whatever lies beyond the grid's edge never matters, since the edge's zeros separate it from the inside.
  const auto clear_sides = [&](T(&row)[V]) {
    if (beside_left) row[0] = x == 0 ? T(0) : row[0];
    if (beside_right) {
      if constexpr (Wide) {
        row[V - 1] = x + V == n ? T(0) : row[V - 1];
      } else {
#pragma unroll
        for (int j = 0; j < V; ++j) row[j] = x + j == n - 1 ? T(0) : row[j];
      }
    }
  };
  const auto clear_row = [&](T(&row)[V], int y) {
    if (y == 0 || y == n - 1) {
#pragma unroll
      for (int j = 0; j < V; ++j) row[j] = T(0);
    }
  };

  // In fp64 arithmetic runs at half the rate and leaves time for these tests in each row; they also keep the compiler
  // from starting rows early, for which there are no registers.
  constexpr bool clears_each = sizeof(T) == 8;
  const auto step = [&]<bool Down>() {
    constexpr int turn = Down ? 0 : 1;
    constexpr int old_place = Down ? 1 : 0;  // the place of row 0
    constexpr int new_place = 1 - old_place;
    const T(&held)[R + 1][V] = value;
    const auto make = [&](int r, const T(&north)[V], const T(&south)[V]) {
      const T(&center)[V] = held[r + old_place];
      T(&next)[V] = value[r + new_place];
      const T west = __shfl_up_sync(0xffffffffU, center[V - 1], 1);
      const T east = __shfl_down_sync(0xffffffffU, center[0], 1);
#pragma unroll
      for (int j = 0; j < V; ++j) {
        next[j] = stepped(center[j], a.c, center[j], j > 0 ? center[j - 1] : west, j < V - 1 ? center[j + 1] : east,
                          north[j], south[j]);
      }
      if constexpr (clears_each) {
        clear_sides(next);
        if (beside_top_or_bottom) {
          int y = y0;
          keep_here(y);
          clear_row(next, y + r);
        }
      }
    };
    hand(seam(turn, 0, warp), held[old_place]);
    hand(seam(turn, 1, warp), held[R - 1 + old_place]);
    __syncthreads();
    const Quad<T> above = seam(turn, 1, max(warp - 1, 0));
    const Quad<T> below = seam(turn, 0, min(warp + 1, warps - 1));
#pragma unroll
    for (int i = 0; i < R; ++i) {
      const int r = Down ? i : R - 1 - i;
      make(r, r > 0 ? held[r > 0 ? r - 1 + old_place : 0] : above.of,
           r + 1 < R ? held[r + 1 < R ? r + 1 + old_place : 0] : below.of);
    }
    // The edges are cleared after the arithmetic, so that warps that hold none skip the tests in each row.
    if (!clears_each && (beside_left || beside_right)) {
#pragma unroll
      for (int r = 0; r < R; ++r) clear_sides(value[r + new_place]);
    }
    if (!clears_each && beside_top_or_bottom) {
      int y = y0;
#pragma unroll
      for (int r = 0; r < R; ++r) {
        keep_here(y);
        clear_row(value[r + new_place], y++);
      }
    }
  };

  std::uint32_t meeting = 0;
  const auto meet = [&] {
    ++meeting;
    lay_out<Shape>(value, place, own_rows, mail_out);
    __syncthreads();
    send(a.boxes, tile_x, tile_y, mail_out, meeting);
    receive(a.boxes, tile_x, tile_y, mail_in, meeting);
    __syncthreads();
    pick_up<Shape>(value, place, own_rows, n, mail_in);
  };

  if (a.steps > D) plan_routes(a.boxes, tile_x, tile_y);
  int left = a.steps;
#pragma unroll 1
  for (int since = 0;; since += 2) {
    if (since == D) {
      meet();
      since = 0;
    }
    step.template operator()<true>();
    if (left == 1) break;
    step.template operator()<false>();
    left -= 2;
    if (left == 0) break;
  }
  T* at = a.out + static_cast<std::ptrdiff_t>(y0) * n + x;
  const auto write = [&](const T(&row)[V]) {
    if constexpr (Wide) {
      if (x < n) hand(*reinterpret_cast<Quad<T>*>(at), row);
    } else {
#pragma unroll
      for (int j = 0; j < V; ++j) {
        if (x + j < n) at[j] = row[j];
      }
    }
  };
#pragma unroll
  for (int r = 0; r < R; ++r) {
    if (own_lane && t0 + r >= D && t0 + r < own_rows + D && y0 + r < n) {
      if (a.steps % 2 == 1) {
        write(value[r]);
      } else {
        write(value[r + 1]);
      }
    }
    at += n;
  }
  timer.finish(
      [&] { return rectangle(n, tile_x * Shape::columns, std::int64_t{tile_y} * own_rows, Shape::columns, own_rows); });
}

}  // namespace heteroscope::heat
