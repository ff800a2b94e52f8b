#include <algorithm>
#include <cmath>

#include "core/device/device.hpp"
#include "core/device/per_gpu.hpp"
#include "kernels/binarize/exact_sum.hpp"
#include "kernels/binarize/launch.cuh"
#include "kernels/binarize/launch_counters.cuh"
#include "kernels/binarize/sum_error.hpp"

namespace heteroscope::binarize {
namespace {

constexpr int threads = 256;
constexpr int unroll = 4;  // packs that a thread has under way, 16 bytes each
constexpr int warp = 32;
constexpr int counters = 256;

/// The number of a launch's blocks that have finished, for each stream; 0 between launches.
__device__ unsigned finished[counters];

/// `sum` plus the pack's values times `scale`. The sum of two large doubles may overflow before it is scaled, that of
/// four floats cannot.
__device__ double added(double sum, const Pack<double>& pack, double scale) {
  return sum + fma(pack.of[0], scale, pack.of[1] * scale);
}
__device__ double added(double sum, const Pack<float>& pack, double scale) {
  const auto [a, b, c, d] = pack.of;
  const double of_pack =
      (static_cast<double>(a) + static_cast<double>(b)) + (static_cast<double>(c) + static_cast<double>(d));
  return fma(of_pack, scale, sum);
}

/// The sum of the block's values, in thread 0. `shared` must not be in use.
__device__ double full_block_sum(double mine, double (&shared)[threads / warp]) {
  const unsigned lane = threadIdx.x % warp;
  mine = warp_sum(mine);
  if (lane == 0) shared[threadIdx.x / warp] = mine;
  __syncthreads();
  return threadIdx.x < warp ? warp_sum(lane < threads / warp ? shared[lane] : 0) : 0;
}

/// The sum of one thread's values: packs a grid apart, and in the first block also the values before and after the
/// packs.
template <class T>
__device__ double thread_sum(const T* values, std::int64_t count, double scale) {
  const Packing packing = packing_of(values, count);
  const auto* packs = reinterpret_cast<const Pack<T>*>(values + packing.head);
  const std::int64_t stride = threads_in_grid();
  double sums[unroll] = {};
  std::int64_t i = thread_in_grid();
  for (; i + (unroll - 1) * stride < packing.packs; i += unroll * stride) {
    Pack<T> loaded[unroll];
#pragma unroll
    for (int k = 0; k < unroll; ++k) loaded[k] = load(packs + i + k * stride);
#pragma unroll
    for (int k = 0; k < unroll; ++k) sums[k] = added(sums[k], loaded[k], scale);
  }
#pragma unroll
  for (int k = 0; k < unroll - 1; ++k) {
    if (i + k * stride < packing.packs) sums[k] = added(sums[k], load(packs + i + k * stride), scale);
  }
  if (blockIdx.x == 0) {
    if (threadIdx.x < packing.head) sums[unroll - 1] += values[threadIdx.x] * scale;
    if (packing.tail + threadIdx.x < count) sums[unroll - 1] += values[packing.tail + threadIdx.x] * scale;
  }
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

/// Adds up the values in one launch (the "last block" pattern): the block that finishes last adds the sums of all
/// blocks. Measured on an NVIDIA H200 (2026-11-21, docs/performance.md) at 10240²: 0.0998 ms in fp32 and 0.1895 ms in
/// fp64, 1.01 and 1.00 of CUB's rate.
template <class T>
__global__ void __launch_bounds__(threads) sum(const T* values, std::int64_t count, double scale, double* block_sums,
                                               double* partial, unsigned* done, SpanSink trace) {
  __shared__ double shared[threads / warp];
  __shared__ bool last;
  const BlockTimer<> timer(trace);
  const double mine = full_block_sum(thread_sum(values, count, scale), shared);
  if (threadIdx.x == 0) {
    block_sums[blockIdx.x] = mine;
    __threadfence();  // makes the sum visible before the count
    last = atomicAdd(done, 1U) == gridDim.x - 1;
  }
  __syncthreads();
  if (last) {
    // The order is the same whichever block is last, so that the sum is the same each time.
    __threadfence();
    double of_blocks = 0;
    for (unsigned i = threadIdx.x; i < gridDim.x; i += threads) of_blocks += __ldcg(block_sums + i);
    const double total = full_block_sum(of_blocks, shared);
    if (threadIdx.x == 0) {
      *partial += total;
      *done = 0;
    }
  }
  finish_packs<T>(timer, packing_of(values, count), count, true);
}

constexpr int block_counts[] = {0, 1, 2, 3, 4, 6, 8, 16};
constexpr Tunable tunables[] = {
    {.id = "blocks_each",
     .label = "Blocks per SM",
     .help = "How many blocks mean_cuda_one_pass launches per multiprocessor, at most. Fewer blocks: fewer "
             "sums to add at the end; more blocks: more loads at the same time. 0: as many as fit at once.",
     .values = block_counts}};

/// The number of blocks that the device holds at once.
template <class T>
int resident_blocks() {
  static PerGpu<int> blocks;
  return blocks.get([] { return blocks_at_a_time(sum<T>, threads); });
}

/// The scratch memory: the blocks' sums, and a counter of blocks for a stream that has no number.
std::size_t scratch_bytes(const ReduceJob& job) {
  return with_precision(job.input.precision, [&]<class T>() {
    return (static_cast<std::size_t>(resident_blocks<T>()) + 1) * sizeof(double);
  });
}

unsigned* zeroed_count(const ReduceJob& job, double* scratch) {
  static CounterOfStream<counters> counter_of;
  static PerGpu<unsigned*> of_gpu;
  unsigned* const first = of_gpu.get([] {
    void* address = nullptr;
    HETEROSCOPE_CUDA(cudaGetSymbolAddress(&address, finished));
    return static_cast<unsigned*>(address);
  });
  if (const int counter = counter_of(job.stream); counter >= 0) return first + counter;
  auto* count = reinterpret_cast<unsigned*>(scratch);
  HETEROSCOPE_CUDA(cudaMemsetAsync(count, 0, sizeof *count, job.stream));
  return count;
}

void run(const ReduceJob& job) {
  const std::int64_t values = values_of(job);
  with_precision(job.input.precision, [&]<class T>() {
    auto* block_sums = static_cast<double*>(job.scratch);
    const int most = resident_blocks<T>();
    const int each = job.tunables[0];
    const int wanted = each == 0 ? most : std::min(most, each * device::facts().multiprocessors);
    const unsigned blocks = blocks_over(values, threads * unroll * Pack<T>::size, wanted);
    const SpanSink trace = traced_packs<T>(job, pass_of(job, "sum"), blocks, threads, true);
    sum<T><<<blocks, threads, 0, job.stream>>>(
        job.input.row<const T>(job.rows.begin), values, plain_scale<double>(job.largest), block_sums,
        static_cast<double*>(job.partials), zeroed_count(job, block_sums + most), trace);
  });
  HETEROSCOPE_LAUNCHED(sum);
}

/// The bound of the error. A value passes through log2(lanes) additions in its pack and one for each of a thread's
/// packs, of which there are at most 4, or as many as an equal distribution over a block for each multiprocessor gives;
/// then 2 for the ends, 2 of the four sums, 5 + 4 in the block, ⌈blocks / threads⌉ (with at most 32 blocks a
/// multiprocessor) and 5 + 4 again.
double sum_error(std::int64_t values, Precision precision) {
  const double lanes = pack_bytes / static_cast<double>(bytes_of(precision));
  const double multiprocessors = std::max(1, device::facts().multiprocessors);
  const double packs = 4 + static_cast<double>(values) / (lanes * threads * unroll * multiprocessors) + 3;
  return error_of_depth(std::log2(lanes) + packs + 2 + 2 + 9 + multiprocessors * 32 / threads + 1 + 9);
}

}  // namespace

extern const Variant mean_cuda_one_pass;
const Variant mean_cuda_one_pass{
    .processor = Processor::gpu,
    .summary =
        "CUDA: one launch of as many blocks as fit, with 16-byte loads; the block that finishes last "
        "adds the sums of all blocks in order. Error about (30 + n / 2^19) u on 132 multiprocessors.",
    .knobs = {.precisions = both_precisions, .memory_kinds = all_memory_kinds, .tunables = tunables},
    .run = run,
    .scratch_bytes = scratch_bytes,
    .reordered = true,
    .sum_error = sum_error};

}  // namespace heteroscope::binarize
