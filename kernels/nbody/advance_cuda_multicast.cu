#include "core/run/gpu/mbarrier.cuh"
#include "kernels/nbody/clusters.cuh"

namespace heteroscope::nbody {
namespace {

constexpr int tile_bodies = 256;  // divides the length of every segment
constexpr int buffers = 4;
constexpr int ahead = 2;  // tiles that are on their way; warps may lag behind each other by the other buffers

/// Begins to copy `bytes`, a multiple of 16, from global memory to the place of `to` in the shared memory of the
/// cluster's first `blocks` blocks. In each of them the barrier at the place of `arrived` counts the bytes (PTX ISA,
/// "cp.async.bulk", .multicast::cluster).
__device__ void multicast(void* to, const void* from, std::uint32_t bytes, mbarrier::Barrier& arrived,
                          unsigned blocks) {
  NV_IF_TARGET(NV_PROVIDES_SM_90,
               (const auto mask = static_cast<std::uint16_t>((1U << blocks) - 1); asm volatile(
                    "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster "
                    "[%0], [%1], %2, [%3], %4;" ::"r"(mbarrier::in_shared(to)),
                    "l"(__cvta_generic_to_global(from)), "r"(bytes), "r"(mbarrier::in_shared(&arrived)), "h"(mask)
                    : "memory");))
}

/// The shared memory of a block.
template <class T>
struct Tiles {
  alignas(128) Body<T> bodies[buffers][tile_bodies];
  mbarrier::Barrier arrived[buffers];  ///< by the block's first thread, and all bytes of a tile
  mbarrier::Barrier read[buffers];     ///< by each warp of the cluster, in its first block
};

/// Brings a tile of bodies to all blocks of the cluster. The first thread of each block calls it, after it has computed
/// with the tile that was in the buffer before, and says what its block is to wait for. That of the first block waits
/// until all warps of the cluster have read that tile, and has the hardware copy the new one.
template <class T>
__device__ void bring(Tiles<T>& tiles, const Body<T>* all, int bodies, int tile) {
  const int buffer = tile % buffers;
  const int some = min(tile_bodies, bodies - tile * tile_bodies);
  const auto bytes = static_cast<std::uint32_t>(some * static_cast<int>(sizeof(Body<T>)));
  mbarrier::expect(tiles.arrived[buffer], bytes);
  if (cluster::rank() != 0) return;
  const auto turn = static_cast<std::uint32_t>(tile / buffers);
  if (turn > 0) mbarrier::wait_in_cluster(tiles.read[buffer], (turn - 1) % 2);
  multicast(tiles.bodies[buffer], all + tile * tile_bodies, bytes, tiles.arrived[buffer], cluster::blocks());
}

/// The kernel of advance_cuda_shared.cu, whose tiles one thread of a cluster asks for, and the hardware copies to the
/// shared memory of all its blocks at once (multicast):
///
///     global memory    bodies 0 … 255
///                           │ read once, as block 0's first thread has asked for
///                           └─────→ to blocks 0, 1, 2, 3, each of which then has the whole tile
///
/// No barrier holds up all threads: a warp waits for the bytes of its next tile alone, and the thread that asks waits
/// for warps that are still at the tile whose place the next one takes.
template <class T, Tracing How>
__global__ void __launch_bounds__(1024) pulled_by_multicast(StepArguments<T> a, SpanSink trace) {
  const BlockTimer<How> timer(trace);
  __shared__ Tiles<T> tiles;
  const bool leads = threadIdx.x == 0;
  const int i = a.rows.begin + static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const Body<T> at = a.bodies[min(i, a.rows.end - 1)];
  const int count = (a.count + tile_bodies - 1) / tile_bodies;
  if (leads) {
    const unsigned warps = (blockDim.x + 31) / 32;
    for (int k = 0; k < buffers; ++k) {
      mbarrier::init(tiles.arrived[k], 1);
      mbarrier::init(tiles.read[k], warps * cluster::blocks());
    }
  }
  cluster::barrier();  // the barriers of all blocks are initialized
  if (leads) {
    for (int tile = 0; tile < min(ahead, count); ++tile) bring(tiles, a.bodies, a.count, tile);
  }
  Vector<T> sum{};
  Vector<T> part{};
  for (int tile = 0; tile < count; ++tile) {
    const int buffer = tile % buffers;
    if (leads && tile + ahead < count) bring(tiles, a.bodies, a.count, tile + ahead);
    mbarrier::wait_in_cluster(tiles.arrived[buffer], static_cast<std::uint32_t>(tile / buffers % 2));
    const int some = min(tile_bodies, a.count - tile * tile_bodies);
#pragma unroll 8
    for (int j = 0; j < some; ++j) add_pull(part, at, tiles.bodies[buffer][j], a.t.softening_squared);
    if ((tile + 1) * tile_bodies % a.segment == 0 || tile + 1 == count) {
      add(sum, part);
      part = {};
    }
    __syncwarp();  // all lanes have read the tile
    if (threadIdx.x % 32 == 0) mbarrier::arrive_at_block(tiles.read[buffer], 0);
  }
  if (i < a.rows.end) finish_step(a.out(i), a.row(i), at, sum, a.t);
  timer.finish([] { return run_of_block(columns); });
  cluster::barrier();  // the first block's memory stays until all warps have arrived there
}

void run(const IterateJob& job) {
  run_in_clusters(job, [&]<class T, Tracing How>() { return pulled_by_multicast<T, How>; });
}

}  // namespace

extern const Variant advance_cuda_multicast;
const Variant advance_cuda_multicast{.processor = Processor::gpu,
                                     .summary =
                                         "CUDA: one thread per body; for each tile one thread of a cluster asks, and "
                                         "the hardware copies it to the shared memory of all the cluster's blocks at "
                                         "once (TMA multicast).",
                                     .knobs = cluster_knobs(),
                                     .run = run,
                                     .scratch_bytes = bodies_bytes,
                                     .unavailable = refusal_of_clusters,
                                     .kernels = "nbody::pulled_by_multicast<"};

}  // namespace heteroscope::nbody
