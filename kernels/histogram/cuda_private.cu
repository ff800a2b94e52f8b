#include <algorithm>

#include "core/device/device.hpp"
#include "kernels/histogram/launch.cuh"
#include "kernels/histogram/private_counters.cuh"

namespace heteroscope::histogram {
namespace {

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
__device__ void load(const float* from, float (&to)[4]) {
  const float4 v = __ldcs(reinterpret_cast<const float4*>(from));
  to[0] = v.x, to[1] = v.y, to[2] = v.z, to[3] = v.w;
}
__device__ void load(const std::int32_t* from, std::int32_t (&to)[4]) {
  const int4 v = __ldcs(reinterpret_cast<const int4*>(from));
  to[0] = v.x, to[1] = v.y, to[2] = v.z, to[3] = v.w;
}
__device__ void load(const double* from, double (&to)[2]) {
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

/// Counts with private counters of each thread (private_counters.cuh); warps take tiles in turn. Without __syncwarp()
/// the compiler would move a tile's loads together to its end, where they would have no time to arrive.
///
/// Measured on an NVIDIA H200 (2026-11-21, docs/performance.md) at 16384²: 0.249 ms in fp32 and 0.502 ms in fp64 with 8
/// bins, 0.255 and 0.509 ms with 256, whatever the values; cuda_shared takes 0.475 to 0.580 ms and CUB 0.63 to 1.17.
template <class T, class Bins, class Counters, int Loads, int Threads, Tracing How>
__global__ void __launch_bounds__(Threads)
    count(Tiles<T> tiles, Bins bins, int number_of_bins, Count* counts, SpanSink trace) {
  extern __shared__ uint4 shared[];  // declared as words of 16 bytes, so that it is aligned to those
  auto* of_block = reinterpret_cast<std::uint32_t*>(shared);
  const int padded = padded_bins(number_of_bins);
  const int warps = blockDim.x / warp;
  const int own = threadIdx.x / warp;
  const int stride = gridDim.x * warps;
  const WarpTimer<How> timer(trace, blockIdx.x * warps + own);
  constexpr int values_a_tile = Loads * values_a_load<T>;
  static_assert(values_a_tile <= most_in_a_byte);

  Share<T, Loads> share;
  int tile = blockIdx.x * warps + own;
  if (tile < tiles.tiles) {
    const T* first = share.first_of(tiles, tile);
#pragma unroll
    for (int i = 0; i < Loads; ++i) share.read(first, i);
  }
  for (int bin = threadIdx.x; bin < padded; bin += blockDim.x) of_block[bin] = 0;
  Counters counters(of_block + padded + own * (Counters::bytes_a_warp(number_of_bins) / 4), number_of_bins);
  __syncthreads();

  int room = most_in_a_byte;
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
      counters.empty_into(of_block);
      room = most_in_a_byte;
    }
  }
  if (busy) {  // the warp's last tile: there is none to load after it, and a test for that in the loop would delay its
               // loads
#pragma unroll
    for (int i = 0; i < Loads; ++i) share.count(i, bins, counters);
    counters.empty_into(of_block);
  }

  if (blockIdx.x == gridDim.x - 1) {
    const std::int64_t gap = tiles.run.size - tiles.rest;  // between the head's end and where the rest goes on
    for (int i = threadIdx.x; i < tiles.rest; i += blockDim.x) {
      atomicAdd(of_block + bins(tiles.run.values[i < tiles.head ? i : gap + i]), 1U);
    }
  }
  __syncthreads();
  add_to_all(of_block, number_of_bins, counts);
  timer.finish(blockIdx.x * warps + own, [&] { return tile_cells<Loads>(tiles, blockIdx.x * warps + own); });
  if (blockIdx.x == gridDim.x - 1 && own == 0) {
    const unsigned all = gridDim.x * warps;
    const auto beyond = static_cast<std::uint64_t>(tiles.rest - tiles.head);
    timer.also(all - warps, all, {0, static_cast<std::uint64_t>(tiles.head)});
    timer.also(all - warps, all + 1, {static_cast<std::uint64_t>(tiles.run.size) - beyond, beyond});
  }
}

template <class T, class Bins, class Counters, Cut cut, Tracing How>
void launch(const ReduceJob& job, const Bins& bins) {
  const int number_of_bins = job.partial_count;
  const Tiles<T> tiles = tiles_of<T, cut.loads>(run_of<T>(job));
  const int for_warp = Counters::bytes_a_warp(number_of_bins);
  const device::Facts& gpu = device::facts();
  const int most_shared = static_cast<int>(gpu.shared_bytes_per_block);
  const unsigned blocks = blocks_for(tiles.run.size, gpu.multiprocessors, tile_size<T, cut.loads>());
  const int warps = warps_of_block(cut, number_of_bins, for_warp, most_shared, tiles.tiles, blocks);

  const auto kernel = count<T, Bins, Counters, cut.loads, cut.warps * warp, How>;
  const int shared_bytes = padded_bins(number_of_bins) * static_cast<int>(sizeof(std::uint32_t)) + warps * for_warp;
  // The size is the same for all numbers of bins: threads that launch the kernel with different ones would overwrite
  // each other's setting.
  HETEROSCOPE_CUDA(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, most_shared));
  constexpr auto tile = static_cast<std::uint64_t>(tile_size<T, cut.loads>());
  const auto all_warps = blocks * static_cast<unsigned>(warps);
  const PassShape pass = pass_of(job, "count");
  const SpanSink trace = traced(job, pass, {.columns = blocks, .spans = all_warps + 2, .kind = SpanKind::warp},
                                {.run = tile, .stride = tile * all_warps, .origin = first_cell(pass), .wraps = true});
  kernel<<<blocks, warps * warp, shared_bytes, job.stream>>>(tiles, bins, number_of_bins, counts_of(job), trace);
  HETEROSCOPE_LAUNCHED(count);
}

void run(const ReduceJob& job) {
  with_kernel(job, [&]<class T, Tracing How>(const auto& bins) {
    using Bins = std::remove_cvref_t<decltype(bins)>;
    if (job.partial_count <= RegisterCounters::most_bins) {
      launch<T, Bins, RegisterCounters, register_cut, How>(job, bins);
    } else {
      launch<T, Bins, ColumnCounters, column_cut, How>(job, bins);
    }
  });
}

/// A block has its 32-bit counters in shared memory, and at least one warp with a byte for each lane and bin.
std::string unfit(const std::any& parameters, const Extent&, bool, const device::Facts& facts) {
  constexpr std::size_t bytes_a_bin = sizeof(std::uint32_t) + warp;
  return beyond_shared(std::any_cast<const Parameters&>(parameters).bins, bytes_a_bin, facts.shared_bytes_per_block);
}

}  // namespace

extern const Variant cuda_private;
const Variant cuda_private{
    .processor = Processor::gpu,
    .summary =
        "CUDA: each thread has its own 8-bit counters, in a register or in its own bank of shared "
        "memory; equal values cost nothing extra.",
    .knobs = {.precisions = all_precisions, .memory_kinds = all_memory_kinds},
    .run = run,
    .unfit = unfit};

}  // namespace heteroscope::histogram
