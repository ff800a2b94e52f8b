#include "kernels/heat/launch.cuh"

namespace heteroscope::heat {
namespace {

/// A block's nodes and one more on each side, in dynamic shared memory.
template <class T>
struct Tile {
  T* values;

  __device__ Tile() {
    extern __shared__ double storage[];  // of one type in all instantiations
    values = reinterpret_cast<T*>(storage);
  }
  /// Node (x, y) counted from the block's first; −1 and the block's sides are the halo.
  __device__ T& at(int x, int y) const { return values[(y + 1) * static_cast<int>(blockDim.x + 2) + x + 1]; }
};

/// What S is applied to, each node by its own thread and the halo by those beside it. Only nodes that the block's rows
/// need are read, and none outside the field.
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

template <Tracing How, class Nodes>
__global__ void advance(Nodes nodes, PieceSink trace) {
  const BlockTimer<How> timer(trace);
  using T = typename Nodes::Value;
  const Tile<T> tile;
  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int x = blockIdx.x * blockDim.x + tx;
  // every thread of the block takes part in every barrier
  for (int top = nodes.rows.begin + blockIdx.y * blockDim.y; top < nodes.rows.end; top += gridDim.y * blockDim.y) {
    const int y = top + ty;
    const bool mine = x < nodes.n && y < nodes.rows.end;
    const bool inner = mine && !nodes.on_edge(x, y);
    const std::uint32_t at = nodes.place(x, y);
    load(nodes, tile, x, y);
    T base = 0;
    if (inner && !Nodes::base_is_center) base = nodes.base_at(at);  // on its way while the block waits
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
const Variant cuda_shared{.processor = Processor::gpu,
                          .summary = "CUDA: a thread a node; a block's nodes and its halo in shared memory.",
                          .knobs = {.precisions = both_precisions,
                                    .memory_kinds = all_memory_kinds,
                                    .blocks = BlockRule::any,
                                    .default_block = {64, 4},
                                    .mappings = mapping_2d},
                          .run = run,
                          .unfit = beyond_places};

}  // namespace heteroscope::heat
