#pragma once

#include <algorithm>
#include <cstdint>

#include "kernels/histogram/launch.cuh"

// Counting by tiles: each warp loads a tile of values, 16 bytes a lane and load, and has the loads of its next tile
// under way while it counts. `Counters` says where it counts (private_counters.cuh, block_counters.cuh), and has
//   most_between          how many values a lane may count between two calls of empty();
//   bytes_a_warp(bins)    the shared memory that each warp has of its own;
//   add(first, second)    counts two values of a lane;
//   add_to_block(bin)     counts a value of no tile;
//   empty()               adds what the warp has counted to the block's counters; all its lanes call it together.

namespace heteroscope::histogram {

inline constexpr int warp = 32;

/// The shape of blocks for one kind of counters; a multiprocessor has one block.
struct Cut {
  int loads;  ///< of 16 bytes, that a thread has under way
  int warps;  ///< of a block, at most
};

template <class T>
constexpr int values_a_load = 16 / sizeof(T);

/// The number of values that a warp loads at once.
template <class T, int Loads>
constexpr int tile_size() {
  return warp * Loads * values_a_load<T>;
}

/// The number of 32-bit counters that the warps of a block share, rounded up to a multiple of 32 bytes.
__host__ __device__ constexpr int padded_bins(int bins) {
  return (bins + 7) / 8 * 8;
}

/// A block's shared memory as a warp sees it.
struct SharedWords {
  std::uint32_t* of_block;  ///< the block's counters, one for each bin
  std::uint32_t* of_warp;   ///< what the warp has of its own, aligned to 16 bytes
  int bins;                 ///< how many the launch counts,
  int first_bin;            ///< from this one on
};

/// The division of a run of values into whole tiles, the first of which begins at a multiple of 16 bytes, and the rest.
template <class T>
struct Tiles {
  Run<T> run;
  int head = 0;  ///< values before the first tile
  int tiles = 0;
  int rest = 0;  ///< values before the first tile and after the last
};

template <class T, int Loads>
Tiles<T> tiles_of(const Run<T>& run) {
  const auto beyond = reinterpret_cast<std::uintptr_t>(run.values) % 16;
  const auto to_next = static_cast<std::int64_t>((16 - beyond) % 16 / sizeof(T));
  const auto head = std::min(to_next, run.size);
  const auto tiles = (run.size - head) / tile_size<T, Loads>();
  return {run, static_cast<int>(head), static_cast<int>(tiles),
          static_cast<int>(run.size - tiles * tile_size<T, Loads>())};
}

/// Streaming loads, since nothing is read twice.
__device__ inline void load(const float* from, float (&to)[4]) {
  const float4 v = __ldcs(reinterpret_cast<const float4*>(from));
  to[0] = v.x, to[1] = v.y, to[2] = v.z, to[3] = v.w;
}
__device__ inline void load(const std::int32_t* from, std::int32_t (&to)[4]) {
  const int4 v = __ldcs(reinterpret_cast<const int4*>(from));
  to[0] = v.x, to[1] = v.y, to[2] = v.z, to[3] = v.w;
}
__device__ inline void load(const double* from, double (&to)[2]) {
  const double2 v = __ldcs(reinterpret_cast<const double2*>(from));
  to[0] = v.x, to[1] = v.y;
}

/// The values of a tile that one lane has in registers. As soon as some are counted, the same part of the next tile is
/// loaded into their place.
template <class T, int Loads>
struct Share {
  T value[Loads][values_a_load<T>];

  __device__ static const T* first_of(const Tiles<T>& tiles, int tile) {
    return tiles.run.values + tiles.head + std::int64_t{tile} * tile_size<T, Loads>() +
           threadIdx.x % warp * values_a_load<T>;
  }
  __device__ void read(const T* first, int part) { load(first + part * warp * values_a_load<T>, value[part]); }

  template <class Bins, class Counters>
  __device__ void count(int part, const Bins& bins, Counters& counters) {
    bool quick = true;
#pragma unroll
    for (const T x : value[part]) quick &= bins.is_quick(x);
    if (!quick) [[unlikely]] {
#pragma unroll
      for (T& x : value[part]) x = bins.tamed(x);
    }
#pragma unroll
    for (int i = 0; i < values_a_load<T>; i += 2) {
      counters.add(bins.quick(value[part][i]), bins.quick(value[part][i + 1]));
    }
  }
};

/// The first tile of a warp as the trace shows it; from there the warp has every n-th, with n warps in the launch.
template <int Loads, class T>
__device__ Cells tile_cells(const Tiles<T>& tiles, unsigned tile) {
  if (tile >= static_cast<unsigned>(tiles.tiles)) return {};
  constexpr std::uint64_t size = tile_size<T, Loads>();
  return {static_cast<unsigned>(tiles.head) + tile * size, (static_cast<unsigned>(tiles.tiles) - tile) * size};
}

/// Warps take tiles in turn. Without __syncwarp() the compiler would move a tile's loads together to its end, where
/// they would have no time to arrive.
template <class T, class Bins, class Counters, int Loads, int Threads, Tracing How>
__global__ void __launch_bounds__(Threads)
    count_tiles(Tiles<T> tiles, Bins bins, int number_of_bins, Count* counts, SpanSink trace, int first_bin) {
  extern __shared__ uint4 shared[];  // declared as words of 16 bytes, so that it is aligned to those
  auto* of_block = reinterpret_cast<std::uint32_t*>(shared);
  const int padded = padded_bins(number_of_bins);
  const int warps = blockDim.x / warp;
  const int own = threadIdx.x / warp;
  const int stride = gridDim.x * warps;
  const WarpTimer<How> timer(trace, blockIdx.x * warps + own);
  constexpr int values_a_tile = Loads * values_a_load<T>;  // of a lane
  static_assert(values_a_tile <= Counters::most_between);

  Share<T, Loads> share;
  int tile = blockIdx.x * warps + own;
  if (tile < tiles.tiles) {
    const T* first = share.first_of(tiles, tile);
#pragma unroll
    for (int i = 0; i < Loads; ++i) share.read(first, i);
  }
  for (int bin = threadIdx.x; bin < padded; bin += blockDim.x) of_block[bin] = 0;
  Counters counters({.of_block = of_block,
                     .of_warp = of_block + padded + own * (Counters::bytes_a_warp(number_of_bins) / 4),
                     .bins = number_of_bins,
                     .first_bin = first_bin});
  __syncthreads();

  int room = Counters::most_between;
  const bool busy = tile < tiles.tiles;
  for (; tile + stride < tiles.tiles; tile += stride) {
    const T* next = share.first_of(tiles, tile + stride);
#pragma unroll
    for (int i = 0; i < Loads; ++i) {
      share.count(i, bins, counters);
      share.read(next, i);
      __syncwarp();
    }
    room -= values_a_tile;
    if (room < values_a_tile) {
      counters.empty();
      room = Counters::most_between;
    }
  }
  if (busy) {  // the warp's last tile: there is none to load after it, and a test for that in the loop would delay its
               // loads
#pragma unroll
    for (int i = 0; i < Loads; ++i) share.count(i, bins, counters);
    counters.empty();
  }

  if (blockIdx.x == gridDim.x - 1) {
    const std::int64_t gap = tiles.run.size - tiles.rest;  // between the head's end and where the rest goes on
    for (int i = threadIdx.x; i < tiles.rest; i += blockDim.x) {
      counters.add_to_block(bins(tiles.run.values[i < tiles.head ? i : gap + i]));
    }
  }
  __syncthreads();
  add_to_all(of_block, number_of_bins, counts + first_bin);
  timer.finish(blockIdx.x * warps + own, [&] { return tile_cells<Loads>(tiles, blockIdx.x * warps + own); });
  if (blockIdx.x == gridDim.x - 1 && own == 0) {
    const unsigned all = gridDim.x * warps;
    const auto beyond = static_cast<std::uint64_t>(tiles.rest - tiles.head);
    timer.also(all - warps, all, {0, static_cast<std::uint64_t>(tiles.head)});
    timer.also(all - warps, all + 1, {static_cast<std::uint64_t>(tiles.run.size) - beyond, beyond});
  }
}

/// A launch of count_tiles(): for all values, and so many bins from `first_bin` on.
template <class T>
struct TilesLaunch {
  Tiles<T> tiles;
  unsigned blocks;
  int warps;  ///< of a block
  int bins;
  int first_bin = 0;
};

template <class T, class Counters, Cut cut, Tracing How, class Bins>
void launch_tiles(const ReduceJob& job, const Bins& bins, const TilesLaunch<T>& of) {
  const auto kernel = count_tiles<T, Bins, Counters, cut.loads, cut.warps * warp, How>;
  const int shared_bytes =
      padded_bins(of.bins) * static_cast<int>(sizeof(std::uint32_t)) + of.warps * Counters::bytes_a_warp(of.bins);
  // The size is the same for all numbers of bins: threads that launch the kernel with different ones would overwrite
  // each other's setting.
  HETEROSCOPE_CUDA(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                        static_cast<int>(device::facts().shared_bytes_per_block)));
  constexpr auto tile = static_cast<std::uint64_t>(tile_size<T, cut.loads>());
  const auto all_warps = of.blocks * static_cast<unsigned>(of.warps);
  const PassShape pass = pass_of(job, of.first_bin == 0 ? "count" : "count further bins");
  const SpanSink trace = traced(job, pass, {.columns = of.blocks, .spans = all_warps + 2, .kind = SpanKind::warp},
                                {.run = tile, .stride = tile * all_warps, .origin = first_cell(pass), .wraps = true});
  kernel<<<of.blocks, of.warps * warp, shared_bytes, job.stream>>>(of.tiles, bins, of.bins, counts_of(job), trace,
                                                                   of.first_bin);
  HETEROSCOPE_LAUNCHED(count_tiles);
}

}  // namespace heteroscope::histogram
