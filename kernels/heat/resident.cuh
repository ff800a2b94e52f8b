#pragma once

#include "core/cuda_check.cuh"
#include "core/trace_cuda.cuh"
#include "kernels/heat/cell.hpp"
#include "kernels/heat/quad.cuh"

namespace heteroscope::heat {

/// A block holds a tile of the plane in registers: warps one below the other, a lane 4 columns of `Rows` rows. The
/// tile's outermost `Depth` rows and columns are its neighbors'. They lose their meaning one by one with each step;
/// after `Depth` steps neighboring blocks exchange them through memory.
template <class Value, int Rows, int Depth>
struct ResidentShape {
  using T = Value;
  static constexpr int rows = Rows;
  static constexpr int depth = Depth;
  static constexpr int vector = 4;
  static constexpr int rim = Depth / vector;  // lanes on each side whose columns are a neighbor's
  static constexpr int most_warps = 16;
  static constexpr int columns = (32 - 2 * rim) * vector;  // of a tile's own
  static constexpr int most_own_rows = most_warps * Rows - 2 * Depth;
  static_assert(Depth % vector == 0);
};

template <class T>
struct ResidentArguments {
  /// The state, and a spare one. Every other meeting's edges are written to the one and to the other; the result goes
  /// to where those of the last meeting are not, which a neighbor may still be reading.
  T* plane[2];
  int n;
  T c;
  int steps;
  int tiles_x, tiles_y;
  int own_rows;     // of a tile
  bool wide;        // all rows begin at 16 bytes' boundaries
  unsigned* ready;  // of each block: meetings that it has come to; zeros
  BlockSink trace;
};

/// Makes a block's meeting known once all of its threads have written what others will read, and waits for another's.
__device__ inline void announce(unsigned* flag, unsigned meeting) {
  asm volatile("st.release.gpu.global.u32 [%0], %1;" ::"l"(flag), "r"(meeting) : "memory");
}
__device__ inline void await(const unsigned* flag, unsigned meeting) {
  unsigned seen = 0;
  do {
    asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(seen) : "l"(flag) : "memory");
  } while (seen < meeting);
}

/// Reads 4 columns into the registers that hold them, if `wanted`, past the multiprocessor's own cache. No register
/// more is needed: there is none.
__device__ inline void refresh(float (&v)[4], const float* from, bool wanted) {
  asm volatile("{ .reg .pred p; setp.ne.u32 p, %5, 0; @p ld.global.cg.v4.f32 {%0, %1, %2, %3}, [%4]; }"
               : "+f"(v[0]), "+f"(v[1]), "+f"(v[2]), "+f"(v[3])
               : "l"(from), "r"(static_cast<unsigned>(wanted))
               : "memory");
}
__device__ inline void refresh(double (&v)[4], const double* from, bool wanted) {
  asm volatile(
      "{ .reg .pred p; setp.ne.u32 p, %5, 0; @p ld.global.cg.v2.f64 {%0, %1}, [%4]; @p ld.global.cg.v2.f64 {%2, %3}, "
      "[%4 + 16]; }"
      : "+d"(v[0]), "+d"(v[1]), "+d"(v[2]), "+d"(v[3])
      : "l"(from), "r"(static_cast<unsigned>(wanted))
      : "memory");
}
__device__ inline void refresh(float& v, const float* from, bool wanted) {
  asm volatile("{ .reg .pred p; setp.ne.u32 p, %2, 0; @p ld.global.cg.f32 %0, [%1]; }"
               : "+f"(v)
               : "l"(from), "r"(static_cast<unsigned>(wanted))
               : "memory");
}
__device__ inline void refresh(double& v, const double* from, bool wanted) {
  asm volatile("{ .reg .pred p; setp.ne.u32 p, %2, 0; @p ld.global.cg.f64 %0, [%1]; }"
               : "+d"(v)
               : "l"(from), "r"(static_cast<unsigned>(wanted))
               : "memory");
}

/// Makes the compiler work a row's number and place out where they are wanted: held for all rows, they would drive
/// values out of the registers.
__device__ inline void keep_here(int& y) {
  asm volatile("" : "+r"(y));
}
template <class T>
__device__ void keep_here(int& y, T*& at) {
  asm volatile("" : "+r"(y), "+l"(at));
}

/// As many steps as are wanted. All blocks must be on the device at once. `Wide`: all rows begin at 16 bytes'
/// boundaries.
template <class Shape, bool Wide, bool Traced, class T = typename Shape::T>
__global__ void __launch_bounds__(32 * Shape::most_warps, 1) resident(const ResidentArguments<T> a) {
  constexpr int V = Shape::vector;
  constexpr int R = Shape::rows;
  constexpr int D = Shape::depth;
  BlockTracer<Traced> tracer(a.trace);
  // each warp's first and last row: two steps' worth
  extern __shared__ __align__(16) unsigned char seam_memory[];
  auto* const seams = reinterpret_cast<Quad<T>*>(seam_memory);
  const int n = a.n;
  const int tile_x = static_cast<int>(blockIdx.x) % a.tiles_x;
  const int tile_y = static_cast<int>(blockIdx.x) / a.tiles_x;
  const int lane = static_cast<int>(threadIdx.x % 32);
  const int warp = static_cast<int>(threadIdx.x / 32);
  const int warps = static_cast<int>(blockDim.x / 32);
  const int x = tile_x * Shape::columns + (lane - Shape::rim) * V;
  const int own_begin = tile_y * a.own_rows;
  const int own_end = min(own_begin + a.own_rows, n);
  const int y0 = own_begin - D + warp * R;  // of the grid: this warp's row 0
  const bool beside_edge = tile_x == 0 || (tile_x + 1) * Shape::columns + V >= n;
  const bool above_edge = y0 <= 0 || y0 + R >= n;
  const bool own_lane = lane >= Shape::rim && lane < 32 - Shape::rim;
  // its columns are wanted by a neighbor
  const bool shown_lane = own_lane && (lane < 2 * Shape::rim || lane >= 32 - 2 * Shape::rim);
  const bool inside = y0 >= own_begin + D && y0 + R <= own_end - D;  // no row is a neighbor's or wanted by one
  const std::ptrdiff_t offset = static_cast<std::ptrdiff_t>(y0) * n + x;
  // A step's new rows go to the places of the rows above them, which are no longer wanted then, and the next step's,
  // from the lowest row upward, back to those below: row r is at place r + 1, or at place r after an odd number of
  // steps.
  T value[R + 1][V] = {};

  const auto seam = [&](int turn, int of_warp, int lower) -> Quad<T>& {
    return seams[((turn * Shape::most_warps + of_warp) * 2 + lower) * 32 + lane];
  };
  const auto read = [&](const T* from, bool wanted, T(&to)[V]) {
    if constexpr (Wide) {
      refresh(to, from, wanted && x >= 0 && x < n);
    } else {
#pragma unroll
      for (int j = 0; j < V; ++j) refresh(to[j], from + j, wanted && x + j >= 0 && x + j < n);
    }
  };
  const auto write = [&](T* to, const T(&from)[V]) {
    if constexpr (Wide) {
      if (x < n) *reinterpret_cast<Quad<T>*>(to) = {{from[0], from[1], from[2], from[3]}};
    } else {
#pragma unroll
      for (int j = 0; j < V; ++j) {
        if (x + j < n) to[j] = from[j];
      }
    }
  };
#pragma unroll
  for (int r = 0; r < R; ++r) {
    read(a.plane[0] + offset + static_cast<std::ptrdiff_t>(r) * n, y0 + r >= 0 && y0 + r < n, value[r + 1]);
  }

  const auto step = [&]<bool Down>() {
    constexpr int turn = Down ? 0 : 1;
    constexpr int old_place = Down ? 1 : 0;  // of row 0
    const T(&held)[R + 1][V] = value;
    const auto hand = [&](int lower, const T(&row)[V]) {
      seam(turn, warp, lower) = {{row[0], row[1], row[2], row[3]}};
    };
    hand(0, value[old_place]);
    hand(1, value[R - 1 + old_place]);
    __syncthreads();
    const Quad<T> above = seam(turn, max(warp - 1, 0), 1);
    const Quad<T> below = seam(turn, min(warp + 1, warps - 1), 0);
#pragma unroll
    for (int i = 0; i < R; ++i) {
      const int r = Down ? i : R - 1 - i;
      const T(&center)[V] = held[r + old_place];
      const T(&north)[V] = r > 0 ? held[r > 0 ? r - 1 + old_place : 0] : above.of;
      const T(&south)[V] = r + 1 < R ? held[r + 1 < R ? r + 1 + old_place : 0] : below.of;
      T(&next)[V] = value[r + 1 - old_place];
      const T west = __shfl_up_sync(0xffffffffU, center[V - 1], 1);
      const T east = __shfl_down_sync(0xffffffffU, center[0], 1);
#pragma unroll
      for (int j = 0; j < V; ++j) {
        next[j] = stepped(center[j], a.c, center[j], j > 0 ? center[j - 1] : west, j < V - 1 ? center[j + 1] : east,
                          north[j], south[j]);
      }
      if (beside_edge) {
        // what lies beyond the edge may be anything: it does not come past the edge's zeros
        next[0] = x == 0 ? T(0) : next[0];
        if constexpr (Wide) {
          next[V - 1] = x + V == n ? T(0) : next[V - 1];
        } else {
#pragma unroll
          for (int j = 0; j < V; ++j) next[j] = x + j == n - 1 ? T(0) : next[j];
        }
      }
      if (above_edge) {
        int y = y0 + r;
        keep_here(y);
        if (y == 0 || y == n - 1) {
#pragma unroll
          for (int j = 0; j < V; ++j) next[j] = T(0);
        }
      }
    }
  };

  unsigned meeting = 0;
  const auto meet = [&] {
    ++meeting;
    T* const plane = (meeting % 2 == 1 ? a.plane[1] : a.plane[0]) + offset;
    if (inside) {
      T* at = plane;
#pragma unroll
      for (int r = 0; r < R; ++r) {
        if (shown_lane) write(at, value[r + 1]);
        at += n;
      }
    } else {
      T* at = plane;
      int y = y0;
#pragma unroll
      for (int r = 0; r < R; ++r) {
        keep_here(y, at);
        const bool wanted = shown_lane || y < own_begin + D || y >= own_end - D;
        if (own_lane && wanted && y >= own_begin && y < own_end) write(at, value[r + 1]);
        at += n;
        ++y;
      }
    }
    __syncthreads();
    if (threadIdx.x == 0) announce(a.ready + blockIdx.x, meeting);
    if (threadIdx.x < 9) {
      const int i = tile_x + static_cast<int>(threadIdx.x) % 3 - 1;
      const int j = tile_y + static_cast<int>(threadIdx.x) / 3 - 1;
      if (i >= 0 && i < a.tiles_x && j >= 0 && j < a.tiles_y) await(a.ready + j * a.tiles_x + i, meeting);
    }
    __syncthreads();
    if (inside) {
      const T* at = plane;
#pragma unroll
      for (int r = 0; r < R; ++r) {
        read(at, !own_lane, value[r + 1]);
        at += n;
      }
    } else {
      T* at = plane;
      int y = y0;
#pragma unroll
      for (int r = 0; r < R; ++r) {
        keep_here(y, at);
        const bool foreign = !own_lane || y < own_begin || y >= own_end;
        read(at, foreign && y >= 0 && y < n, value[r + 1]);
        at += n;
        ++y;
      }
    }
  };

  const int pairs = a.steps / 2;
#pragma unroll 1
  for (int pair = 0; pair < pairs; ++pair) {
    if (pair > 0 && pair % (D / 2) == 0) meet();
    step.template operator()<true>();
    step.template operator()<false>();
  }
  if (a.steps % 2 == 1) {
    if (pairs > 0 && pairs % (D / 2) == 0) meet();
    step.template operator()<true>();
  }
  T* at = (meeting % 2 == 1 ? a.plane[0] : a.plane[1]) + offset;
#pragma unroll
  for (int r = 0; r < R; ++r) {
    const int y = y0 + r;
    if (own_lane && y >= own_begin && y < own_end) {
      if (a.steps % 2 == 1) {
        write(at, value[r]);
      } else {
        write(at, value[r + 1]);
      }
    }
    at += n;
  }
  tracer.finish();
}

}  // namespace heteroscope::heat
