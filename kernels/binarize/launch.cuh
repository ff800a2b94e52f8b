#pragma once

#include <algorithm>
#include <cstdint>

#include "core/base/ceil_div.hpp"
#include "core/device/device.hpp"
#include "core/run/gpu/launch.cuh"
#include "kernels/binarize/packs.hpp"

namespace heteroscope::binarize {

/// The values of a job's rows, which lie one after another.
template <class J>
std::int64_t values_of(const J& job) {
  return std::int64_t{job.rows.count()} * job.input.size.width;
}

/// As many blocks as give each of `values` a thread, if `most` allow it: kernels walk on from there.
inline unsigned blocks_over(std::int64_t values, int threads, std::int64_t most) {
  return static_cast<unsigned>(std::clamp<std::int64_t>(ceil_div(values, threads), 1, most));
}

/// This thread's place in the grid, and the grid's threads, in one dimension.
__device__ inline std::int64_t thread_in_grid() {
  return static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
}
__device__ inline std::int64_t threads_in_grid() {
  return static_cast<std::int64_t>(gridDim.x) * blockDim.x;
}

/// As many blocks of this kernel as the device runs at a time; one for each multiprocessor at least.
template <class Kernel>
int blocks_at_a_time(Kernel kernel, int threads) {
  const int blocks = device::blocks_at_a_time(reinterpret_cast<const void*>(kernel), threads, 0);
  return std::max(blocks, device::facts().multiprocessors);
}

/// The sum of the warp's values in its first lane, by halves.
template <class Sum>
__device__ Sum warp_sum(Sum mine) {
#pragma unroll
  for (int distance = 16; distance > 0; distance /= 2) mine += __shfl_down_sync(~0U, mine, distance);
  return mine;
}

/// The sum of the block's values in thread 0, by halves, for every number of threads: with an odd number the middle one
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

/// Packs of a run of values, dealt out to a grid's threads, and what lies beside them, which is the first block's, as a
/// pass of the trace.
template <class T>
PieceSink traced_packs(const Job& job, const PassShape& pass, unsigned blocks, int threads, bool walks) {
  const std::uint64_t cells = static_cast<std::uint64_t>(threads) * Pack<T>::lanes;
  return traced(job, pass, {.columns = blocks, .pieces = blocks + 2},
                {.run = cells, .stride = walks ? cells * blocks : cells, .origin = first_cell(pass), .wraps = true});
}

/// The block's packs, and with the first block what lies beside them. `walks`: it goes on a grid further.
template <class T, Tracing How>
__device__ void finish_packs(const BlockTimer<How>& timer, const Packing& packing, std::int64_t count, bool walks) {
  timer.finish([&]() -> Cells {
    const std::int64_t cells = std::int64_t{blockDim.x} * Pack<T>::lanes;
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
