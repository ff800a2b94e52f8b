#include "kernels/heat/launch.cuh"

namespace heteroscope::heat {
namespace {

template <bool Traced, class Nodes>
__global__ void advance(Nodes nodes, BlockSink trace) {
  BlockTracer<Traced> tracer(trace);
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x < nodes.n) {
    int y = nodes.rows.begin + blockIdx.y * blockDim.y + threadIdx.y;
    for (; y < nodes.rows.end; y += gridDim.y * blockDim.y) {
      const std::uint32_t at = nodes.place(x, y);
      nodes.out[at] = nodes.new_value(x, y, at);
    }
  }
  tracer.finish();
}

void run(const IterateJob& job) {
  for_each_pass(job, [&]<bool Traced>(const auto& nodes, dim3 grid) {
    advance<Traced><<<grid, block_of(job), 0, job.stream>>>(nodes, job.block_trace);
    HETEROSCOPE_LAUNCHED(advance);
  });
}

}  // namespace

extern const Variant cuda_global;
const Variant cuda_global{.processor = Processor::gpu,
                          .summary = "CUDA: a thread a node, its neighbors from global memory; a launch a pass.",
                          .knobs = {.precisions = both_precisions,
                                    .memory_kinds = all_memory_kinds,
                                    .blocks = BlockRule::any,
                                    .default_block = {64, 4},
                                    .mappings = mapping_2d},
                          .run = run};

}  // namespace heteroscope::heat
