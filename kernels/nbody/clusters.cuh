#pragma once

#include "core/run/gpu/cluster.cuh"
#include "kernels/nbody/launch.cuh"

/// What variants have in common whose clusters of blocks have tiles of bodies together.
namespace heteroscope::nbody {

inline constexpr Tunable cluster_tunables[] = {
    {.id = "cluster",
     .label = "Blocks per cluster",
     .help = "How many blocks of cuda_cluster and of cuda_multicast load a tile of bodies together. Many: each body is "
             "read from the L2 cache less often, but more blocks wait for each other after each tile.",
     .values = cluster::sizes,
     .initial = 4}};

constexpr Knobs cluster_knobs() {
  Knobs out = knobs_of(256);
  out.tunables = cluster_tunables;
  return out;
}

/// Takes the job's steps with the kernel that `kernel_of.template operator()<T, How>()` returns, a thread a body.
template <class KernelOf>
void run_in_clusters(const IterateJob& job, KernelOf kernel_of) {
  for_each_step(job, [&]<class T, Tracing How>(const StepArguments<T>& a) {
    const int threads = job.block.threads();
    const ClusterLaunch how{.blocks = static_cast<unsigned>(job.tunables[0]),
                            .threads = static_cast<unsigned>(threads)};
    const unsigned clusters = ceil_div(blocks_for(job.rows.count(), threads), how.blocks);
    const SpanSink trace = traced_bodies(job, "advance", clusters * how.blocks, threads);
    how.launch(kernel_of.template operator()<T, How>(), clusters, job.stream, a, trace);
  });
}

}  // namespace heteroscope::nbody
