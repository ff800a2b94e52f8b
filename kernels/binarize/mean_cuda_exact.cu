#include <algorithm>

#include "core/device/device.hpp"
#include "core/device/per_gpu.hpp"
#include "kernels/binarize/launch.cuh"
#include "kernels/binarize/sums/exact_sum.hpp"
#include "kernels/binarize/sums/sum_error.hpp"

namespace heteroscope::binarize {
namespace {

constexpr int threads = 256;
constexpr int unroll = 4;  // packs that a thread has under way, 16 bytes each
constexpr int warp = 32;

/// The sum of one thread's values, in limbs of both digits.
struct ThreadSum {
  double scale;
  DigitSums digits{};
  int count = 0;  ///< of values whose digits have been added
  Limbs first{};
  Limbs second{};

  template <class T>
  __device__ void add(const Pack<T>& pack) {
#pragma unroll
    for (const T value : pack.of) digits.add(static_cast<double>(value), scale);
    count += Pack<T>::size;
  }
  __device__ void add_one(double value) {
    digits.add(value, scale);
    ++count;
  }
  __device__ void flush() {
    first.add(Limbs::of(digits.first, count));
    second.add(Limbs::of(digits.second, count));
    digits = {};
    count = 0;
  }
};

/// The sum of packs a grid apart, and in the first block also of the values before and after the packs.
template <class T>
__device__ ThreadSum thread_sum(const T* values, std::int64_t all, double scale) {
  constexpr int at_once = unroll * Pack<T>::size;
  const Packing packing = packing_of(values, all);
  const auto* packs = reinterpret_cast<const Pack<T>*>(values + packing.head);
  const std::int64_t stride = threads_in_grid();
  ThreadSum mine{scale};
  std::int64_t i = thread_in_grid();
  for (; i + (unroll - 1) * stride < packing.packs; i += unroll * stride) {
    Pack<T> loaded[unroll];
#pragma unroll
    for (int k = 0; k < unroll; ++k) loaded[k] = load(packs + i + k * stride);
#pragma unroll
    for (int k = 0; k < unroll; ++k) mine.add(loaded[k]);
    if (mine.count > most_added - at_once) mine.flush();
  }
  for (; i < packing.packs; i += stride) mine.add(load(packs + i));
  if (blockIdx.x == 0) {
    if (threadIdx.x < packing.head) mine.add_one(static_cast<double>(values[threadIdx.x]));
    if (packing.tail + threadIdx.x < all) mine.add_one(static_cast<double>(values[packing.tail + threadIdx.x]));
  }
  mine.flush();
  mine.first.normalize();
  mine.second.normalize();
  return mine;
}

/// Adds up the values in the same bits whatever the order: each block adds its four limbs, which are whole numbers, by
/// atomic additions. Measured on an NVIDIA H200 (2026-11-21, docs/performance.md) at 10240²: 0.0982 ms in fp32 and
/// 0.1883 ms in fp64, as fast as mean_cuda_one_pass.
template <class T>
__global__ void __launch_bounds__(threads)
    add_exactly(const T* values, std::int64_t count, double scale, double* partials, SpanSink trace) {
  constexpr int limbs = 4;
  constexpr int warps = threads / warp;
  __shared__ std::int64_t shared[limbs][warps];
  const BlockTimer<> timer(trace);
  const ThreadSum mine = thread_sum(values, count, scale);
  const std::int64_t of_thread[limbs] = {mine.first.high, mine.first.low, mine.second.high, mine.second.low};
  const unsigned lane = threadIdx.x % warp;
#pragma unroll
  for (int k = 0; k < limbs; ++k) {
    const std::int64_t of_warp = warp_sum(of_thread[k]);
    if (lane == 0) shared[k][threadIdx.x / warp] = of_warp;
  }
  __syncthreads();
  if (threadIdx.x < limbs) {
    std::int64_t of_block = 0;
#pragma unroll
    for (int k = 0; k < warps; ++k) of_block += shared[threadIdx.x][k];
    atomicAdd(partials + first_high + threadIdx.x, static_cast<double>(of_block));
  }
  finish_packs<T>(timer, packing_of(values, count), count, true);
}

template <class T>
int resident_blocks() {
  static PerGpu<int> blocks;
  return blocks.get([] { return blocks_at_a_time(add_exactly<T>, threads); });
}

void run(const ReduceJob& job) {
  const std::int64_t values = values_of(job);
  const double scale = scale_of(job.largest);
  with_precision(job.input.precision, [&]<class T>() {
    const unsigned blocks = blocks_over(values, threads * unroll * Pack<T>::size, resident_blocks<T>());
    const SpanSink trace = traced_packs<T>(job, pass_of(job, "add"), blocks, threads, true);
    add_exactly<T><<<blocks, threads, 0, job.stream>>>(job.input.row<const T>(job.rows.begin), values, scale,
                                                       static_cast<double*>(job.partials), trace);
  });
  HETEROSCOPE_LAUNCHED(add_exactly);
}

std::string unavailable(const device::Facts& facts) {
  return !facts.available || facts.major >= 6 ? "" : "atomic additions in fp64 need compute capability 6.0";
}

}  // namespace

extern const Variant mean_cuda_exact;
const Variant mean_cuda_exact{
    .processor = Processor::gpu,
    .summary =
        "CUDA: exact whole-number sums like simd_exact, by as many blocks as fit, with 16-byte loads; "
        "the same result in any order, on any processor. Error at most 1 u.",
    .knobs = {.precisions = both_precisions, .memory_kinds = all_memory_kinds},
    .run = run,
    .unavailable = unavailable,
    .reordered = true,
    .sum_error = error_of_exact_sum};

}  // namespace heteroscope::binarize
