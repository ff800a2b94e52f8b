#include "kernels/heat/launch.cuh"

namespace heteroscope::heat {
namespace {

/// Textbook stencil, one thread a node, neighbors read through the caches. Measured on an NVIDIA H200 (2026-11-21,
/// docs/performance.md) in blocks of 64 × 8: one step of 16384 × 16384 takes 1.036 ms in fp32 and 1.360 ms in fp64,
/// 0.49 and 0.75 of the copy bandwidth; MEASURED.md has rates by block shape.
template <Tracing How, class Nodes>
__global__ void advance(Nodes nodes, SpanSink trace) {
  const BlockTimer<How> timer(trace);
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x < nodes.n) {
    int y = nodes.rows.begin + blockIdx.y * blockDim.y + threadIdx.y;
    for (; y < nodes.rows.end; y += gridDim.y * blockDim.y) {
      const std::uint32_t at = nodes.place(x, y);
      nodes.out[at] = nodes.new_value(x, y, at);
    }
  }
  timer.finish([&] { return cells_of_block(nodes.n, nodes.rows.begin); });
}

void run(const IterateJob& job) {
  for_each_pass(job, [&]<Tracing How>(const auto& nodes, const IterateJob& over) {
    const dim3 grid = grid_over(over, nodes.n);
    advance<How><<<grid, block_of(over), 0, over.stream>>>(nodes, traced_grid(over, pass_of(over, "advance"), grid));
    HETEROSCOPE_LAUNCHED(advance);
  });
}

}  // namespace

extern const Variant cuda_global;
const Variant cuda_global{
    .processor = Processor::gpu,
    .summary = "CUDA: one thread per node, which reads its neighbors from global memory; one launch per step.",
    .knobs = {.precisions = both_precisions,
              .memory_kinds = all_memory_kinds,
              .blocks = BlockRule::any,
              .default_block = {64, 4},
              .mappings = mapping_2d},
    .run = run,
    .unfit = beyond_places};

}  // namespace heteroscope::heat
