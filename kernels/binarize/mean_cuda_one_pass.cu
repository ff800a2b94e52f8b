#include <algorithm>

#include "core/device/device.hpp"
#include "core/device/per_gpu.hpp"
#include "kernels/binarize/launch.cuh"
#include "kernels/binarize/sums/exact_sum.hpp"
#include "kernels/binarize/sums/launch_counters.cuh"
#include "kernels/binarize/sums/sum_error.hpp"
#include "kernels/binarize/sums/thread_sum.cuh"

namespace heteroscope::binarize {
namespace {

constexpr int threads = sum_threads;
constexpr int counters = 256;

/// The number of a launch's blocks that have finished, for each stream; 0 between launches.
__device__ unsigned finished[counters];

/// Adds up the values in one launch (the "last block" pattern): the block that finishes last adds the sums of all
/// blocks. Measured on an NVIDIA H200 (2026-11-21, docs/performance.md) at 10240²: 0.0998 ms in fp32 and 0.1895 ms in
/// fp64, 1.01 and 1.00 of CUB's rate.
template <class T>
__global__ void __launch_bounds__(threads) sum(const T* values, std::int64_t count, double scale, double* block_sums,
                                               double* partial, unsigned* done, SpanSink trace) {
  __shared__ double shared[sum_warps];
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
     .values = block_counts,
     .words = automatic_first}};

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
    const unsigned blocks = blocks_over(values, values_a_round<T>(), wanted);
    const SpanSink trace = traced_packs<T>(job, pass_of(job, "sum"), blocks, threads, true);
    sum<T><<<blocks, threads, 0, job.stream>>>(
        job.input.row<const T>(job.rows.begin), values, plain_scale<double>(job.largest), block_sums,
        static_cast<double*>(job.partials), zeroed_count(job, block_sums + most), trace);
  });
  HETEROSCOPE_LAUNCHED(sum);
}

/// The bound of the error: of a thread's sum, 5 + 4 additions in the block, ⌈blocks / threads⌉ (with at most 32 blocks
/// a multiprocessor) and 5 + 4 again.
double sum_error(std::int64_t values, Precision precision) {
  const double multiprocessors = std::max(1, device::facts().multiprocessors);
  return error_of_depth(depth_of_thread_sum(values, precision) + 9 + multiprocessors * 32 / threads + 1 + 9);
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
