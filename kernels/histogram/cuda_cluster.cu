#include <algorithm>
#include <bit>

#include "core/base/ceil_div.hpp"
#include "core/device/device.hpp"
#include "core/run/gpu/cluster.cuh"
#include "kernels/histogram/launch.cuh"

namespace heteroscope::histogram {
namespace {

constexpr int threads = 1024;
constexpr int unroll = 4;  // values that a thread has under way

/// Counts into a histogram that the blocks of a cluster hold together, for bins that are too many for one block's
/// shared memory (distributed shared memory). Neighboring bins are in different blocks, so that equally many values
/// reach each:
///
///     bins   0 1 2 3 4 5 6 7 …              a value of bin 6 is counted by an atomic addition to block 2's shared
///     block  0 1 2 3 0 1 2 3 …  (of 4)      memory, at place 1, whichever block of the cluster has read it
///
/// `shift` is the binary logarithm of the number of blocks in a cluster.
template <class T, Tracing How, class Bins>
__global__ void __launch_bounds__(threads)
    cluster_count(Run<T> run, Bins bins, int number_of_bins, int shift, Count* counts, SpanSink trace) {
  const BlockTimer<How> timer(trace);
  extern __shared__ std::uint32_t of_block[];
  const int blocks = 1 << shift;
  const int rank = static_cast<int>(cluster::rank());
  const int own_bins = (number_of_bins - rank + blocks - 1) >> shift;
  for (int i = threadIdx.x; i < own_bins; i += threads) of_block[i] = 0;
  cluster::barrier();  // no block counts before all counters are 0

  const auto add = [&](T value) {
    const int bin = bins(value);
    atomicAdd(cluster::of_block(of_block, bin & (blocks - 1)) + (bin >> shift), 1U);
  };
  const std::int64_t step = std::int64_t{gridDim.x} * threads;
  std::int64_t i = std::int64_t{blockIdx.x} * threads + threadIdx.x;
  for (; i + (unroll - 1) * step < run.size; i += unroll * step) {
    T value[unroll];
#pragma unroll
    for (int k = 0; k < unroll; ++k) value[k] = __ldcs(run.values + i + k * step);
#pragma unroll
    for (int k = 0; k < unroll; ++k) add(value[k]);
  }
  for (; i < run.size; i += step) add(run.values[i]);

  cluster::barrier();  // all blocks have counted; from here on each reads its own shared memory alone
  for (int k = threadIdx.x; k < own_bins; k += threads) {
    if (of_block[k] != 0) atomicAdd(counts + ((k << shift) + rank), Count{of_block[k]});
  }
  timer.finish([&] { return run_of_block(); });
}

constexpr int cluster_sizes[] = {0, 1, 2, 4, 8};  // up to 8 are possible on all GPUs that have clusters
constexpr Tunable tunables[] = {{.id = "cluster",
                                 .label = "Blocks per cluster",
                                 .help = "How many blocks of cuda_cluster share one histogram. Few: more of the "
                                         "counting stays in a block's own memory; many: more blocks fit. 0, or too few "
                                         "for the bins: as many as are needed for two blocks on a multiprocessor.",
                                 .values = cluster_sizes,
                                 .words = automatic_first}};

std::size_t bytes_of_block(int bins, int blocks) {
  return static_cast<std::size_t>(ceil_div(bins, blocks)) * sizeof(std::uint32_t);
}

/// The number of blocks in a cluster: `wanted`, if these can hold the bins.
int blocks_of_cluster(int bins, int wanted, const device::Facts& gpu) {
  if (wanted != 0 && bytes_of_block(bins, wanted) <= gpu.shared_bytes_per_block) return wanted;
  const std::size_t half = gpu.multiprocessor.shared_bytes / 2 - gpu.multiprocessor.reserved_shared;
  int blocks = 1;
  while (blocks < 8 && bytes_of_block(bins, blocks) > half) blocks *= 2;
  return blocks;
}

void run(const ReduceJob& job) {
  const int number_of_bins = job.partial_count;
  const device::Facts& gpu = device::facts();
  const int blocks = blocks_of_cluster(number_of_bins, job.tunables[0], gpu);
  const ClusterLaunch how{.blocks = static_cast<unsigned>(blocks),
                          .threads = threads,
                          .shared_bytes = bytes_of_block(number_of_bins, blocks)};
  with_kernel(job, [&]<class T, Tracing How>(const auto& bins) {
    const auto kernel = cluster_count<T, How, std::remove_cvref_t<decltype(bins)>>;
    // The size is the same for all numbers of bins: threads that launch the kernel with different ones would overwrite
    // each other's setting.
    HETEROSCOPE_CUDA(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                          static_cast<int>(gpu.shared_bytes_per_block)));
    const Run<T> values = run_of<T>(job);
    // One block may count the values of all blocks of its cluster.
    const unsigned clusters = blocks_for(values.size, how.at_a_time(kernel), std::int64_t{threads} * blocks);
    const SpanSink trace = traced_line(job, pass_of(job, "count"), clusters * how.blocks, threads);
    how.launch(kernel, clusters, job.stream, values, bins, number_of_bins,
               std::countr_zero(static_cast<unsigned>(blocks)), counts_of(job), trace);
  });
}

}  // namespace

extern const Variant cuda_cluster;
const Variant cuda_cluster{
    .processor = Processor::gpu,
    .summary =
        "CUDA: the blocks of a cluster share one histogram: each has a part of the bins in its shared memory, and all "
        "blocks add to all parts. Made for thousands of bins.",
    .knobs = {.precisions = all_precisions, .memory_kinds = all_memory_kinds, .tunables = tunables},
    .run = run,
    .unavailable = refusal_of_clusters,
    .kernels = "histogram::cluster_count<"};

}  // namespace heteroscope::histogram
