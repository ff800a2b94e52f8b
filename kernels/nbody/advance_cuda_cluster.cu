#include "core/run/gpu/cluster.cuh"
#include "kernels/nbody/launch.cuh"

namespace heteroscope::nbody {
namespace {

constexpr int tile_bodies = 512;  // divides the length of every segment
constexpr int buffers = 2;

/// Brings a tile of bodies to the shared memory of all blocks of the cluster. Each block reads only its part of the
/// tile, and writes it to the memory of all of them (distributed shared memory):
///
///     global memory    bodies 0 … 127     128 … 255     256 … 383     384 … 511
///                           │ block 0        │ 1           │ 2           │ 3        reads it
///                           └─────→ to blocks 0, 1, 2, 3, each of which then has the whole tile
///
/// The tile is there after the cluster's next barrier. All threads of all its blocks call it.
template <class T>
__device__ void bring(const Body<T>* all, int bodies, int tile, Body<T>* to) {
  const auto blocks = static_cast<int>(cluster::blocks());
  const int part = tile_bodies / blocks;
  const int first = static_cast<int>(cluster::rank()) * part;
  const int last = min(first + part, bodies - tile * tile_bodies);
  for (int j = first + static_cast<int>(threadIdx.x); j < last; j += static_cast<int>(blockDim.x)) {
    const Body<T> body = all[tile * tile_bodies + j];
    for (int block = 0; block < blocks; ++block) *cluster::of_block(to + j, static_cast<unsigned>(block)) = body;
  }
}

/// The kernel of advance_cuda_shared.cu, whose tiles the blocks of a cluster bring each other: a block reads a part of
/// the bodies, of which without a cluster it reads all. The next tile is on its way while this one is computed with.
template <class T, Tracing How>
__global__ void __launch_bounds__(1024) pulled_in_clusters(StepArguments<T> a, SpanSink trace) {
  const BlockTimer<How> timer(trace);
  __shared__ Body<T> tiles[buffers][tile_bodies];
  const int i = a.rows.begin + static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const Body<T> at = a.bodies[min(i, a.rows.end - 1)];
  const int count = (a.count + tile_bodies - 1) / tile_bodies;
  Vector<T> sum{};
  Vector<T> part{};
  cluster::barrier();  // all blocks have begun: their memory can be written to
  bring(a.bodies, a.count, 0, tiles[0]);
  cluster::barrier();
  for (int tile = 0; tile < count; ++tile) {
    const Body<T>* const present = tiles[tile % buffers];
    if (tile + 1 < count) bring(a.bodies, a.count, tile + 1, tiles[(tile + 1) % buffers]);
    const int some = min(tile_bodies, a.count - tile * tile_bodies);
#pragma unroll 8
    for (int j = 0; j < some; ++j) add_pull(part, at, present[j], a.t.softening_squared);
    if ((tile + 1) * tile_bodies % a.segment == 0 || tile + 1 == count) {
      add(sum, part);
      part = {};
    }
    cluster::barrier();  // the next tile is there, and nobody reads this one any more
  }
  if (i < a.rows.end) finish_step(a.out(i), a.row(i), at, sum, a.t);
  timer.finish([] { return run_of_block(columns); });
}

constexpr Tunable tunables[] = {
    {.id = "cluster",
     .label = "Blocks per cluster",
     .help = "How many blocks of cuda_cluster load a tile of bodies together. Many: each body is read from the L2 "
             "cache less often, but more blocks wait for each other after each tile.",
     .values = cluster::sizes,
     .initial = 4}};

constexpr Knobs cluster_knobs() {
  Knobs out = knobs_of(256);
  out.tunables = tunables;
  return out;
}

void run(const IterateJob& job) {
  for_each_step(job, [&]<class T, Tracing How>(const StepArguments<T>& a) {
    const int threads = job.block.threads();
    const ClusterLaunch how{.blocks = static_cast<unsigned>(job.tunables[0]),
                            .threads = static_cast<unsigned>(threads)};
    const unsigned clusters = ceil_div(blocks_for(job.rows.count(), threads), how.blocks);
    const SpanSink trace = traced_bodies(job, "advance", clusters * how.blocks, threads);
    how.launch(pulled_in_clusters<T, How>, clusters, job.stream, a, trace);
  });
}

}  // namespace

extern const Variant advance_cuda_cluster;
const Variant advance_cuda_cluster{
    .processor = Processor::gpu,
    .summary =
        "CUDA: one thread per body; the blocks of a cluster each read a part of a tile, and write it to the shared "
        "memory of all of them.",
    .knobs = cluster_knobs(),
    .run = run,
    .scratch_bytes = bodies_bytes,
    .unavailable = refusal_of_clusters,
    .kernels = "nbody::pulled_in_clusters<"};

}  // namespace heteroscope::nbody
