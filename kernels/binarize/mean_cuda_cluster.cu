#include <algorithm>

#include "core/base/ceil_div.hpp"
#include "core/device/device.hpp"
#include "core/device/per_gpu.hpp"
#include "core/run/gpu/cluster.cuh"
#include "kernels/binarize/launch.cuh"
#include "kernels/binarize/sums/exact_sum.hpp"
#include "kernels/binarize/sums/sum_error.hpp"
#include "kernels/binarize/sums/thread_sum.cuh"

namespace heteroscope::binarize {
namespace {

/// Adds up the values in one launch. The blocks of a cluster leave their sums in shared memory, where the cluster's
/// first block reads them (distributed shared memory); so there is one atomic addition a cluster, not a block:
///
///     block 0   block 1   …   block 7     each block's sum in its own shared memory
///        ↑─────────┴──────────────┘       block 0 reads them there, and adds their sum to the result
template <class T>
__global__ void __launch_bounds__(sum_threads)
    cluster_sum(const T* values, std::int64_t count, double scale, double* partial, SpanSink trace) {
  const BlockTimer<> timer(trace);
  __shared__ double of_warps[sum_warps];
  __shared__ double of_block;
  const double sum = full_block_sum(thread_sum(values, count, scale), of_warps);
  if (threadIdx.x == 0) of_block = sum;
  cluster::barrier();  // all sums are there
  if (cluster::rank() == 0 && threadIdx.x < 32) {
    const unsigned block = threadIdx.x;
    const double of_cluster = warp_sum(block < cluster::blocks() ? *cluster::of_block(&of_block, block) : 0);
    if (block == 0) atomicAdd(partial, of_cluster);
  }
  cluster::barrier();  // no block ends while its sum may still be read
  finish_packs<T>(timer, packing_of(values, count), count, true);
}

constexpr Tunable tunables[] = {
    {.id = "cluster",
     .label = "Blocks per cluster",
     .help =
         "How many blocks of mean_cuda_cluster add their sums in shared memory before one of them adds to the result. "
         "1: each block adds to the result.",
     .values = cluster::sizes,
     .initial = 8}};

/// The number of blocks that the device holds at once.
template <class T>
int resident_blocks() {
  static PerGpu<int> blocks;
  return blocks.get([] { return blocks_at_a_time(cluster_sum<T>, sum_threads); });
}

void run(const ReduceJob& job) {
  const std::int64_t count = values_of(job);
  const ClusterLaunch how{.blocks = static_cast<unsigned>(job.tunables[0]), .threads = sum_threads};
  with_precision(job.input.precision, [&]<class T>() {
    const unsigned blocks = blocks_over(count, values_a_round<T>(), resident_blocks<T>());
    const unsigned clusters = ceil_div(blocks, how.blocks);  // the last one may have blocks without values
    const SpanSink trace = traced_packs<T>(job, pass_of(job, "sum"), clusters * how.blocks, sum_threads, true);
    how.launch(cluster_sum<T>, clusters, job.stream, job.input.row<const T>(job.rows.begin), count,
               plain_scale<double>(job.largest), static_cast<double*>(job.partials), trace);
  });
}

/// The bound of the error: of a thread's sum, 5 + 5 additions in the block, 5 in the cluster, and one for each cluster,
/// of which there are no more than the 32 blocks that a multiprocessor can hold, and one more.
double sum_error(std::int64_t values, Precision precision) {
  const double multiprocessors = std::max(1, device::facts().multiprocessors);
  return error_of_depth(depth_of_thread_sum(values, precision) + 10 + 5 + multiprocessors * 32 + 1);
}

}  // namespace

extern const Variant mean_cuda_cluster;
const Variant mean_cuda_cluster{
    .processor = Processor::gpu,
    .summary =
        "CUDA: one launch of as many blocks as fit, in clusters of up to 8 whose blocks read each other's sums in "
        "shared memory; one atomic addition per cluster, in any order.",
    .knobs = {.precisions = both_precisions, .memory_kinds = all_memory_kinds, .tunables = tunables},
    .run = run,
    .unavailable = refusal_of_clusters,
    .kernels = "binarize::cluster_sum<",
    .reordered = true,
    .sum_error = sum_error};

}  // namespace heteroscope::binarize
