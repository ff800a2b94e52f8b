#include "kernels/heat/launch.cuh"

namespace heteroscope::heat {
namespace {

/// A block's nodes with a halo of one node on each side, in dynamic shared memory.
template <class T>
struct Tile {
  T* values;

  __device__ Tile() {
    extern __shared__ double storage[];  // one type for all instantiations, as extern arrays must have
    values = reinterpret_cast<T*>(storage);
  }
  /// The place of node (x, y), counted from the block's first; index −1 and the block's sides are the halo.
  __device__ T& at(int x, int y) const { return values[(y + 1) * static_cast<int>(blockDim.x + 2) + x + 1]; }
};

/// Fills the tile with what S is applied to: each thread loads its own node, and those at the block's sides the halo
/// beside it. Nothing outside of the field is read, nor any node that the block's rows do not need.
template <class Nodes>
__device__ void load(const Nodes& nodes, const Tile<typename Nodes::Value>& tile, int x, int y) {
  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int width = blockDim.x;
  const int height = blockDim.y;
  if (x >= nodes.n || y >= nodes.n || y > nodes.rows.end) return;
  const std::ptrdiff_t at = nodes.place(x, y);
  tile.at(tx, ty) = nodes.t(at);
  if (tx == 0 && x > 0) tile.at(-1, ty) = nodes.t(at - 1);
  if (tx == width - 1 && x < nodes.n - 1) tile.at(width, ty) = nodes.t(at + 1);
  if (ty == 0 && y > 0) tile.at(tx, -1) = nodes.t(at - nodes.n);
  if (ty == height - 1 && y < min(nodes.n - 1, nodes.rows.end)) tile.at(tx, height) = nodes.t(at + nodes.n);
}

/// Classic tiled stencil, one thread a node. Measured on an NVIDIA H200 (2026-11-21, docs/performance.md) in blocks of
/// 64 × 8: one step of 16384 × 16384 takes 1.290 ms in fp32 and 1.594 ms in fp64, 0.40 and 0.64 of the copy bandwidth,
/// and so more than cuda_global's 1.036 and 1.360 ms: the caches hold a node's neighbors anyway, and halo loads and
/// barrier come on top.
template <Tracing How, class Nodes>
__global__ void advance(Nodes nodes, SpanSink trace) {
  const BlockTimer<How> timer(trace);
  using T = typename Nodes::Value;
  const Tile<T> tile;
  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int x = blockIdx.x * blockDim.x + tx;
  // All threads of the block run through all rows, since each must reach every barrier.
  for (int top = nodes.rows.begin + blockIdx.y * blockDim.y; top < nodes.rows.end; top += gridDim.y * blockDim.y) {
    const int y = top + ty;
    const bool mine = x < nodes.n && y < nodes.rows.end;
    const bool inner = mine && !nodes.on_edge(x, y);
    const std::uint32_t at = nodes.place(x, y);
    load(nodes, tile, x, y);
    T base = 0;
    if (inner && !Nodes::base_is_center) base = nodes.base_at(at);  // this load is under way while the block waits
    __syncthreads();
    T value = 0;
    if (inner) {
      const T center = tile.at(tx, ty);
      if (Nodes::base_is_center) base = center;
      value = stepped(base, nodes.c, center, tile.at(tx - 1, ty), tile.at(tx + 1, ty), tile.at(tx, ty - 1),
                      tile.at(tx, ty + 1));
    }
    if (mine) nodes.out[at] = value;
    __syncthreads();
  }
  timer.finish([&] { return cells_of_block(nodes.n, nodes.rows.begin); });
}

void run(const IterateJob& job) {
  const auto places = static_cast<std::size_t>(job.block.x + 2) * static_cast<std::size_t>(job.block.y + 2);
  for_each_pass(job, [&]<Tracing How, class Nodes>(const Nodes& nodes, const IterateJob& over) {
    const dim3 grid = grid_over(over, nodes.n);
    const std::size_t bytes = places * sizeof(typename Nodes::Value);
    advance<How><<<grid, block_of(job), bytes, job.stream>>>(nodes, traced_grid(over, pass_of(over, "advance"), grid));
    HETEROSCOPE_LAUNCHED(advance);
  });
}

}  // namespace

extern const Variant cuda_shared;
const Variant cuda_shared{
    .processor = Processor::gpu,
    .summary =
        "CUDA: one thread per node; each block loads its nodes and their neighbors (halo) into shared "
        "memory.",
    .knobs = {.precisions = both_precisions,
              .memory_kinds = all_memory_kinds,
              .blocks = BlockRule::any,
              .default_block = {64, 4},
              .mappings = mapping_2d},
    .run = run,
    .unfit = beyond_places};

}  // namespace heteroscope::heat
