#pragma once

#include "kernels/heat/resident/mailbox.cuh"
#include "kernels/heat/resident/shape.hpp"
#include "kernels/pack.hpp"

namespace heteroscope::heat {

/// An empty `asm` that makes the compiler recompute, where it is used, whatever follows from `i`. Kept over all steps,
/// such values would drive the grid's out of the registers.
__device__ inline void keep_here(int& i) {
  asm volatile("" : "+r"(i));
}

template <class T>
__device__ Pack<T, 4>* quads(std::uint32_t* words) {
  return reinterpret_cast<Pack<T, 4>*>(words);
}
template <class T>
__device__ const Pack<T, 4>* quads(const std::uint32_t* words) {
  return reinterpret_cast<const Pack<T, 4>*>(words);
}
template <class T>
__device__ void hand(Pack<T, 4>& to, const T (&row)[4]) {
  to = {{row[0], row[1], row[2], row[3]}};
}
template <class T>
__device__ void take(const Pack<T, 4>& from, T (&row)[4]) {
  const Pack<T, 4> quad = from;
#pragma unroll
  for (int j = 0; j < 4; ++j) row[j] = quad.of[j];
}

/// Where a thread is: lane `lane` of the tile, whose first column is column x of the grid; its first row is row t0 of
/// the tile and row y0 of the grid.
struct TilePlace {
  int tile_x, tile_y;
  int lane;
  int x;
  int t0;
  int y0;
};

/// Writes the edges of the block's own part to `mail` in shared memory, from where send() takes them.
template <class Shape, class T = typename Shape::T>
__device__ __forceinline__ void lay_out(const T (&value)[Shape::rows + 1][Shape::vector], const TilePlace& at,
                                        int own_rows, std::uint32_t* mail) {
  using M = Mail<Shape>;
  constexpr int D = Shape::depth;
  constexpr int rim = Shape::rim;
  constexpr int width = Shape::columns / Shape::vector;
  int lane = at.lane;
  keep_here(lane);
  const int own = lane - rim;          // index among the lanes that hold the block's own columns
  const int half = lane < 16 ? 0 : 1;  // 0: toward the left neighbor, 1: toward the right one
  const int place = half == 0 ? own : own - (width - rim);
  if (place >= 0 && place < rim) {
    Pack<T, 4>* const side = quads<T>(mail + M::side(half)) + at.t0 * rim + place;
#pragma unroll
    for (int r = 0; r < Shape::rows; ++r) hand(side[r * rim], value[r + 1]);
  }
  if (Shape::is_inside(at.t0, own_rows)) return;
  const bool is_own = own >= 0 && own < width;
  int t = at.t0;
#pragma unroll
  for (int r = 0; r < Shape::rows; ++r) {
    keep_here(t);
    const int above = t - D;
    const int below = t - own_rows;
    if (is_own && above >= 0 && above < D) hand(quads<T>(mail + M::band(0))[above * width + own], value[r + 1]);
    if (is_own && below >= 0 && below < D) hand(quads<T>(mail + M::band(1))[below * width + own], value[r + 1]);
    ++t;
  }
}

/// Takes the halo from `mail`, where receive() has put it, as far as it lies in the grid of n × n.
template <class Shape, class T = typename Shape::T>
__device__ __forceinline__ void pick_up(T (&value)[Shape::rows + 1][Shape::vector], const TilePlace& at, int own_rows,
                                        int n, const std::uint32_t* mail) {
  using M = Mail<Shape>;
  constexpr int D = Shape::depth;
  constexpr int rim = Shape::rim;
  constexpr int width = Shape::columns / Shape::vector;
  if (at.x < 0 || at.x >= n) return;
  int lane = at.lane;
  int t = at.t0;
  keep_here(lane);
  keep_here(t);
  const int half = lane < 16 ? 0 : 1;
  const bool is_own = lane >= rim && lane < 32 - rim;
  const Pack<T, 4>* const side = quads<T>(mail + M::side(half)) + t * rim + (half == 0 ? lane : lane - (32 - rim));
  if (Shape::is_inside(t, own_rows)) {
    if (is_own) return;
#pragma unroll
    for (int r = 0; r < Shape::rows; ++r) take(side[r * rim], value[r + 1]);
    return;
  }
  const int begin = at.tile_y == 0 ? D : 0;
  const int end = min(own_rows + 2 * D, n - at.tile_y * own_rows + D);
  const int stride = is_own ? width : rim;
  const Pack<T, 4>* from = is_own ? quads<T>(mail + M::band(0)) + t * width + lane - rim : side;
  const int skipped = is_own ? own_rows * width : 0;  // the lower band follows the upper one
#pragma unroll
  for (int r = 0; r < Shape::rows; ++r) {
    keep_here(t);
    const bool foreign = !is_own || t < D || t >= own_rows + D;
    if (foreign && t >= begin && t < end) take(from[t < D ? 0 : -skipped], value[r + 1]);
    from += stride;
    ++t;
  }
}

}  // namespace heteroscope::heat
