#pragma once

#include <cstdint>
#include <nv/target>
#include <type_traits>

#include "core/device/per_gpu.hpp"
#include "core/run/gpu/launch.cuh"
#include "kernels/transpose/tile_walk.hpp"
#include "kernels/transpose/tuning.hpp"

namespace heteroscope::transpose {

template <class T>
using Vector = std::conditional_t<sizeof(T) == 4, float4, double2>;

/// The arguments of a launch. Tiles begin at `first_column`, which may lie before `columns`.
struct TileArguments {
  FieldView in;
  FieldView out;
  Rows columns;  ///< of the input, which are rows of the output
  int first_column = 0;
  unsigned across = 0;  ///< tiles
  unsigned down = 0;
  unsigned group = 1;  ///< rows of tiles that are walked together
  SpanSink trace;
};

template <Hint How, class V>
__device__ V load(const V* from) {
  if constexpr (How == Hint::streaming) return __ldcs(from);
  if constexpr (How == Hint::prefetch) {
    // Devices before sm_80 do not have this prefetch hint.
    NV_IF_TARGET(NV_PROVIDES_SM_80,
                 (uint4 bits; asm("ld.global.nc.L1::no_allocate.L2::256B.v4.u32 {%0, %1, %2, %3}, [%4];"
                                  : "=r"(bits.x), "=r"(bits.y), "=r"(bits.z), "=r"(bits.w)
                                  : "l"(__cvta_generic_to_global(from)));
                  return *reinterpret_cast<V*>(&bits);))
  }
  return __ldg(from);
}

template <Hint How, class V>
__device__ void store(V* to, V value) {
  if constexpr (How == Hint::streaming) {
    __stcs(to, value);
  } else {
    *to = value;
  }
}

__device__ inline void transpose_square(float4 (&v)[4]) {
  const float4 a = v[0], b = v[1], c = v[2], d = v[3];
  v[0] = {a.x, b.x, c.x, d.x};
  v[1] = {a.y, b.y, c.y, d.y};
  v[2] = {a.z, b.z, c.z, d.z};
  v[3] = {a.w, b.w, c.w, d.w};
}
__device__ inline void transpose_square(double2 (&v)[2]) {
  const double2 a = v[0], b = v[1];
  v[0] = {a.x, b.x};
  v[1] = {a.y, b.y};
}

/// Transposes one tile, as VectorTile says. `Whole` says that no part of it lies outside of the image or of the rows
/// wanted. Sizes are multiples of a vector, so that each vector is inside as a whole or not at all.
template <class T, class Tuning, bool Whole>
__device__ void carry_tile(const TileArguments& a, int x0, int y0, Vector<T>* held) {
  using Tile = VectorTile<T, Tuning>;
  using V = Vector<T>;
  const int thread = static_cast<int>(threadIdx.x);
  V v[Tile::squares_per_thread][Tile::vector];
#pragma unroll
  for (int k = 0; k < Tile::squares_per_thread; ++k) {
    const Cell at = Tile::square(thread, k);
    const T* from = a.in.row<T>(y0 + at.y) + x0 + at.x;
#pragma unroll
    for (int i = 0; i < Tile::vector; ++i, from += a.in.size.width) {
      v[k][i] = V{};
      if (Whole || (x0 + at.x < a.in.size.width && y0 + at.y + i < a.in.size.height)) {
        v[k][i] = load<Tuning::load>(reinterpret_cast<const V*>(from));
      }
    }
  }
#pragma unroll
  for (int k = 0; k < Tile::squares_per_thread; ++k) {
    const Cell at = Tile::square(thread, k);
    transpose_square(v[k]);
#pragma unroll
    for (int i = 0; i < Tile::vector; ++i) held[Tile::slot({at.x + i, at.y})] = v[k][i];
  }
  __syncthreads();
#pragma unroll
  for (int k = 0; k < Tile::vectors_per_thread; ++k) {
    const Cell at = Tile::written(thread, k);
    const int x = x0 + at.x;
    if (Whole || (x >= a.columns.begin && x < a.columns.end && y0 + at.y < a.in.size.height)) {
      store<Tuning::store>(reinterpret_cast<V*>(a.out.row<T>(x) + y0 + at.y), held[Tile::slot(at)]);
    }
  }
}

template <class T, class Tuning, Tracing How>
__global__ __launch_bounds__(Tuning::threads) void vector_tiles(TileArguments a) {
  const BlockTimer<How> timer(a.trace);
  extern __shared__ __align__(16) unsigned char memory[];
  auto* const held = reinterpret_cast<Vector<T>*>(memory);
  const Cell place = tile_of_block(blockIdx.x, a.across, a.down, a.group);
  const int x0 = a.first_column + place.x * Tuning::width;
  const int y0 = place.y * Tuning::height;
  if (x0 >= a.columns.begin && x0 + Tuning::width <= a.columns.end && y0 + Tuning::height <= a.in.size.height) {
    carry_tile<T, Tuning, true>(a, x0, y0, held);
  } else {
    carry_tile<T, Tuning, false>(a, x0, y0, held);
  }
  timer.finish([&] { return rectangle(a.out.size.width, y0, x0, Tuning::height, Tuning::width); });
}

template <class T, Tracing How>
__global__ __launch_bounds__(ElementTile<T>::threads) void element_tiles(TileArguments a) {
  using Tile = ElementTile<T>;
  const BlockTimer<How> timer(a.trace);
  __shared__ T held[Tile::edge][Tile::edge + 1];
  const Cell place = tile_of_block(blockIdx.x, a.across, a.down, a.group);
  const int x0 = a.first_column + place.x * Tile::edge;
  const int y0 = place.y * Tile::edge;
  const int along = static_cast<int>(threadIdx.x) % Tile::edge;
  const int first = static_cast<int>(threadIdx.x) / Tile::edge;
#pragma unroll
  for (int y = first; y < Tile::edge; y += Tile::rows_at_once) {
    if (x0 + along < a.columns.end && y0 + y < a.in.size.height) {
      held[y][along] = __ldcs(a.in.row<T>(y0 + y) + x0 + along);
    }
  }
  __syncthreads();
#pragma unroll
  for (int x = first; x < Tile::edge; x += Tile::rows_at_once) {
    if (x0 + x < a.columns.end && y0 + along < a.in.size.height) {
      __stcs(a.out.row<T>(x0 + x) + y0 + along, held[along][x]);
    }
  }
  timer.finish([&] { return rectangle(a.out.size.width, y0, x0, Tile::edge, Tile::edge); });
}

/// The trace of a pass over tiles of the input that are so many rows high.
inline SpanSink traced_tiles(const MapJob& job, const TileArguments& tiles, int height) {
  return traced(
      job, pass_of(job, "tiles"), {.columns = tiles.across * tiles.down},
      {.run = static_cast<std::uint64_t>(height), .stride = static_cast<std::uint64_t>(job.output.size.width)});
}

/// Whether every row of the input and of the output begins at a multiple of 16 bytes.
template <class T>
bool rows_aligned(const MapJob& job) {
  const auto aligned = [](const FieldView& view) {
    return reinterpret_cast<std::uintptr_t>(view.data) % 16 == 0 && view.size.width % (16 / sizeof(T)) == 0;
  };
  return aligned(job.input) && aligned(job.output);
}

template <class T, class Tuning, Tracing How>
void launch_vector_tiles(const MapJob& job) {
  using Tile = VectorTile<T, Tuning>;
  const auto kernel = vector_tiles<T, Tuning, How>;
  // The kernel profits from shared memory alone, so it takes all of the first-level cache for that.
  static PerGpu<bool> prepared;
  prepared.get([&] {
    HETEROSCOPE_CUDA(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, Tile::bytes));
    HETEROSCOPE_CUDA(cudaFuncSetAttribute(kernel, cudaFuncAttributePreferredSharedMemoryCarveout, 100));
    return true;
  });
  // Tiles begin at cache lines, whatever row the job begins with.
  constexpr int line = 128 / static_cast<int>(sizeof(T));
  const int first = job.rows.begin / line * line;
  TileArguments arguments{job.input,
                          job.output,
                          job.rows,
                          first,
                          tiles_over(job.rows.end - first, Tuning::width),
                          tiles_over(job.input.size.height, Tuning::height),
                          Tuning::group,
                          {}};
  arguments.trace = traced_tiles(job, arguments, Tuning::height);
  kernel<<<arguments.across * arguments.down, Tile::threads, Tile::bytes, job.stream>>>(arguments);
  HETEROSCOPE_LAUNCHED(vector_tiles);
}

template <class T, Tracing How>
void launch_element_tiles(const MapJob& job) {
  using Tile = ElementTile<T>;
  TileArguments arguments{job.input,
                          job.output,
                          job.rows,
                          job.rows.begin,
                          tiles_over(job.rows.count(), Tile::edge),
                          tiles_over(job.input.size.height, Tile::edge),
                          Tuning<T>::group,
                          {}};
  arguments.trace = traced_tiles(job, arguments, Tile::edge);
  element_tiles<T, How><<<arguments.across * arguments.down, Tile::threads, 0, job.stream>>>(arguments);
  HETEROSCOPE_LAUNCHED(element_tiles);
}

}  // namespace heteroscope::transpose
