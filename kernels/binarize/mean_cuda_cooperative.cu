#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#include <algorithm>

#include "core/device/device.hpp"
#include "core/device/per_gpu.hpp"
#include "core/run/gpu/cooperative.cuh"
#include "kernels/binarize/launch.cuh"
#include "kernels/binarize/sums/exact_sum.hpp"
#include "kernels/binarize/sums/sum_error.hpp"
#include "kernels/binarize/sums/thread_sum.cuh"

namespace heteroscope::binarize {
namespace {

namespace cg = cooperative_groups;

/// The sum of the block's values, in the threads of its first warp. `of_warps` must not be in use.
__device__ double sum_of_block(const cg::thread_block& block, double mine, double (&of_warps)[sum_warps]) {
  const auto warp = cg::tiled_partition<32>(block);
  const double of_warp = cg::reduce(warp, mine, cg::plus<double>());
  if (warp.thread_rank() == 0) of_warps[warp.meta_group_rank()] = of_warp;
  block.sync();
  if (warp.meta_group_rank() != 0) return 0;
  return cg::reduce(warp, warp.thread_rank() < sum_warps ? of_warps[warp.thread_rank()] : 0.0, cg::plus<double>());
}

/// Adds up the values in one launch, level by level, each by the group of threads that cooperative groups have for it:
///
///     thread   packs of values, a grid apart
///     warp     cg::reduce()
///     block    cg::reduce() over its warps' sums                    → block_sums
///     grid     grid.sync(): all blocks' sums are there; the first block adds them in their order
///
/// mean_cuda_one_pass does without the barrier: its last block, which finds out by counting, adds the blocks' sums.
template <class T>
__global__ void __launch_bounds__(sum_threads) cooperative_sum(const T* values, std::int64_t count, double scale,
                                                               double* block_sums, double* partial, SpanSink trace) {
  const BlockTimer<> timer(trace);
  __shared__ double of_warps[sum_warps];
  const cg::thread_block block = cg::this_thread_block();
  const double of_block = sum_of_block(block, thread_sum(values, count, scale), of_warps);
  if (block.thread_rank() == 0) block_sums[blockIdx.x] = of_block;
  cg::this_grid().sync();
  if (blockIdx.x == 0) {
    double of_blocks = 0;
    for (unsigned i = threadIdx.x; i < gridDim.x; i += sum_threads) of_blocks += block_sums[i];
    const double total = sum_of_block(block, of_blocks, of_warps);
    if (block.thread_rank() == 0) *partial += total;
  }
  finish_packs<T>(timer, packing_of(values, count), count, true);
}

/// The number of blocks that the device holds at once, which is as many as may wait for each other.
template <class T>
int resident_blocks() {
  static PerGpu<int> blocks;
  return blocks.get(
      [] { return device::blocks_at_a_time(reinterpret_cast<const void*>(cooperative_sum<T>), sum_threads, 0); });
}

std::size_t scratch_bytes(const ReduceJob& job) {
  return with_precision(job.input.precision,
                        [&]<class T>() { return static_cast<std::size_t>(resident_blocks<T>()) * sizeof(double); });
}

void run(const ReduceJob& job) {
  const std::int64_t count = values_of(job);
  with_precision(job.input.precision, [&]<class T>() {
    const unsigned blocks = blocks_over(count, values_a_round<T>(), resident_blocks<T>());
    const SpanSink trace = traced_packs<T>(job, pass_of(job, "sum"), blocks, sum_threads, true);
    launch_cooperatively(cooperative_sum<T>, blocks, sum_threads, 0, job.stream, job.input.row<const T>(job.rows.begin),
                         count, plain_scale<double>(job.largest), static_cast<double*>(job.scratch),
                         static_cast<double*>(job.partials), trace);
  });
}

/// The bound of the error: of a thread's sum, 5 + 4 additions in the block, ⌈blocks / threads⌉ (with at most 32 blocks
/// a multiprocessor) and 5 + 4 again.
double sum_error(std::int64_t values, Precision precision) {
  const double multiprocessors = std::max(1, device::facts().multiprocessors);
  return error_of_depth(depth_of_thread_sum(values, precision) + 9 + multiprocessors * 32 / sum_threads + 1 + 9);
}

}  // namespace

extern const Variant mean_cuda_cooperative;
const Variant mean_cuda_cooperative{
    .processor = Processor::gpu,
    .summary =
        "CUDA: one launch of as many blocks as fit, with 16-byte loads; sums by cooperative groups, and a barrier of "
        "the whole grid before the first block adds the sums of all blocks. Error as of cuda_one_pass.",
    .knobs = {.precisions = both_precisions, .memory_kinds = all_memory_kinds},
    .run = run,
    .scratch_bytes = scratch_bytes,
    .unavailable = refusal_of_cooperation,
    .kernels = "binarize::cooperative_sum<",
    .reordered = true,
    .sum_error = sum_error};

}  // namespace heteroscope::binarize
