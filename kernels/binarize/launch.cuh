#pragma once

#include <algorithm>
#include <cstdint>

#include "core/base/ceil_div.hpp"
#include "core/device/device.hpp"
#include "core/run/gpu/launch.cuh"
#include "kernels/binarize/packs.hpp"

namespace heteroscope::binarize {

/// The number of values in a job's rows, which are contiguous.
template <class J>
std::int64_t values_of(const J& job) {
  return std::int64_t{job.rows.count()} * job.input.size.width;
}

/// The number of blocks that gives each of `values` a thread, but at most `most`: kernels loop over the rest
/// (grid-stride loop).
inline unsigned blocks_over(std::int64_t values, int threads, std::int64_t most) {
  return static_cast<unsigned>(std::clamp<std::int64_t>(ceil_div(values, threads), 1, most));
}

/// The index of this thread in the grid, in one dimension; and below the number of threads in the grid.
__device__ inline std::int64_t thread_in_grid() {
  return static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
}
__device__ inline std::int64_t threads_in_grid() {
  return static_cast<std::int64_t>(gridDim.x) * blockDim.x;
}

/// The number of this kernel's blocks that the device runs at a time; at least one for each multiprocessor.
template <class Kernel>
int blocks_at_a_time(Kernel kernel, int threads) {
  const int blocks = device::blocks_at_a_time(reinterpret_cast<const void*>(kernel), threads, 0);
  return std::max(blocks, device::facts().multiprocessors);
}

/// The sum of a warp's values in its first lane, as a tree.
template <class Sum>
__device__ Sum warp_sum(Sum mine) {
#pragma unroll
  for (int distance = 16; distance > 0; distance /= 2) mine += __shfl_down_sync(~0U, mine, distance);
  return mine;
}

/// The sum of a block's values in thread 0, as a tree, for every number of threads: with an odd number the middle one
/// waits for the next round. `shared` has room for one value a thread.
__device__ inline double block_sum(double mine, double* shared) {
  const unsigned thread = threadIdx.x;
  shared[thread] = mine;
  __syncthreads();
  for (unsigned left = blockDim.x; left > 1;) {
    const unsigned half = (left + 1) / 2;
    if (thread + half < left) shared[thread] += shared[thread + half];
    __syncthreads();
    left = half;
  }
  return shared[0];
}

/// The trace of a pass over packs of a run of values, distributed over a grid's threads; the first block also has the
/// values before and after the packs.
template <class T>
SpanSink traced_packs(const Job& job, const PassShape& pass, unsigned blocks, int threads, bool walks) {
  const std::uint64_t cells = static_cast<std::uint64_t>(threads) * Pack<T>::size;
  return traced(job, pass, {.columns = blocks, .spans = blocks + 2},
                {.run = cells, .stride = walks ? cells * blocks : cells, .origin = first_cell(pass), .wraps = true});
}

/// Ends the block's span with its packs, and for the first block the values beside them. `walks` says that blocks loop
/// over the packs (grid-stride loop).
template <class T, Tracing How>
__device__ void finish_packs(const BlockTimer<How>& timer, const Packing& packing, std::int64_t count, bool walks) {
  timer.finish([&]() -> Cells {
    const std::int64_t cells = std::int64_t{blockDim.x} * Pack<T>::size;
    const std::int64_t first = packing.head + blockIdx.x * cells;
    if (first >= packing.tail) return {};
    const std::int64_t left = packing.tail - first;
    return {static_cast<std::uint64_t>(first), static_cast<std::uint64_t>(walks ? left : min(cells, left))};
  });
  if (blockIdx.x == 0) {
    timer.also(gridDim.x, {0, static_cast<std::uint64_t>(packing.head)});
    timer.also(gridDim.x + 1,
               {static_cast<std::uint64_t>(packing.tail), static_cast<std::uint64_t>(count - packing.tail)});
  }
}

/// One aligned load of 16 bytes.
template <class T>
__device__ Pack<T> load(const Pack<T>* from) {
  const uint4 bits = __ldg(reinterpret_cast<const uint4*>(from));
  Pack<T> out;
  memcpy(&out, &bits, sizeof out);
  return out;
}

}  // namespace heteroscope::binarize
