#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "core/device/device.hpp"
#include "kernels/binarize/launch.cuh"

/// What the plain sums of whole grids have in common: each thread adds up packs of 16 bytes that lie a grid apart.
/// What becomes of the threads' sums is what the variants differ in.
namespace heteroscope::binarize {

inline constexpr int sum_threads = 256;  // of a block
inline constexpr int sum_warps = sum_threads / 32;
inline constexpr int packs_at_once = 4;  // that a thread has under way, 16 bytes each

/// The values that a block loads at once.
template <class T>
constexpr int values_a_round() {
  return sum_threads * packs_at_once * Pack<T>::size;
}

/// `sum` plus the pack's values times `scale`. The sum of two large doubles may overflow before it is scaled, that of
/// four floats cannot.
__device__ inline double added(double sum, const Pack<double>& pack, double scale) {
  return sum + fma(pack.of[0], scale, pack.of[1] * scale);
}
__device__ inline double added(double sum, const Pack<float>& pack, double scale) {
  const auto [a, b, c, d] = pack.of;
  const double of_pack =
      (static_cast<double>(a) + static_cast<double>(b)) + (static_cast<double>(c) + static_cast<double>(d));
  return fma(of_pack, scale, sum);
}

/// The sum of one thread's values in a grid of blocks of sum_threads threads: packs a grid apart, and in the first
/// block also the values before and after the packs.
template <class T>
__device__ double thread_sum(const T* values, std::int64_t count, double scale) {
  const Packing packing = packing_of(values, count);
  const auto* packs = reinterpret_cast<const Pack<T>*>(values + packing.head);
  const std::int64_t stride = threads_in_grid();
  double sums[packs_at_once] = {};
  std::int64_t i = thread_in_grid();
  for (; i + (packs_at_once - 1) * stride < packing.packs; i += packs_at_once * stride) {
    Pack<T> loaded[packs_at_once];
#pragma unroll
    for (int k = 0; k < packs_at_once; ++k) loaded[k] = load(packs + i + k * stride);
#pragma unroll
    for (int k = 0; k < packs_at_once; ++k) sums[k] = added(sums[k], loaded[k], scale);
  }
#pragma unroll
  for (int k = 0; k < packs_at_once - 1; ++k) {
    if (i + k * stride < packing.packs) sums[k] = added(sums[k], load(packs + i + k * stride), scale);
  }
  if (blockIdx.x == 0) {
    if (threadIdx.x < packing.head) sums[packs_at_once - 1] += values[threadIdx.x] * scale;
    if (packing.tail + threadIdx.x < count) sums[packs_at_once - 1] += values[packing.tail + threadIdx.x] * scale;
  }
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

/// The sum of the block's sum_threads values, in thread 0. `shared` must not be in use.
__device__ inline double full_block_sum(double mine, double (&shared)[sum_warps]) {
  const unsigned lane = threadIdx.x % 32;
  mine = warp_sum(mine);
  if (lane == 0) shared[threadIdx.x / 32] = mine;
  __syncthreads();
  return threadIdx.x < 32 ? warp_sum(lane < sum_warps ? shared[lane] : 0) : 0;
}

/// The largest number of additions that a value passes through in its thread: log2(lanes) in its pack and one for each
/// of the thread's packs, of which there are at most 4, or as many as an equal distribution over a block for each
/// multiprocessor gives; then 2 for the ends, and 2 of the four sums.
inline double depth_of_thread_sum(std::int64_t values, Precision precision) {
  const double lanes = pack_bytes / static_cast<double>(bytes_of(precision));
  const double multiprocessors = std::max(1, device::facts().multiprocessors);
  const double packs = 4 + static_cast<double>(values) / (lanes * sum_threads * packs_at_once * multiprocessors) + 3;
  return std::log2(lanes) + packs + 2 + 2;
}

}  // namespace heteroscope::binarize
