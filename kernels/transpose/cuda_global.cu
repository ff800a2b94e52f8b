#include "kernels/transpose/launch.cuh"

namespace heteroscope::transpose {
namespace {

/// A thread a pixel: coalesced reads, and writes a whole row apart. Measured on an NVIDIA H200 (2026-11-21,
/// docs/performance.md) at 16384² in blocks of 8 × 32: 1.13 ms in fp32 and 1.38 ms in fp64.
template <class T, Tracing How>
__global__ void elements(FieldView in, FieldView out, Rows columns, SpanSink trace) {
  const BlockTimer<How> timer(trace);
  const int x = columns.begin + blockIdx.x * blockDim.x + threadIdx.x;
  if (x < columns.end) {
    for (int y = blockIdx.y * blockDim.y + threadIdx.y; y < in.size.height; y += gridDim.y * blockDim.y) {
      out.row<T>(x)[y] = in.row<T>(y)[x];
    }
  }
  timer.finish([&] { return tile_of_input(in.size.height, columns.begin); });
}

void run(const MapJob& job) {
  const dim3 grid = grid_over_input(job);
  with_kernel_types(job, job.output.precision, [&]<class T, Tracing How>() {
    elements<T, How>
        <<<grid, block_of(job), 0, job.stream>>>(job.input, job.output, job.rows, traced_tiles(job, "elements", grid));
  });
  HETEROSCOPE_LAUNCHED(elements);
}

}  // namespace

extern const Variant cuda_global;
const Variant cuda_global{.processor = Processor::gpu,
                          .summary = "CUDA: one thread per pixel; reads along rows and writes down columns.",
                          .knobs = {.precisions = both_precisions,
                                    .memory_kinds = all_memory_kinds,
                                    .blocks = BlockRule::any,
                                    .default_block = {8, 32},
                                    .mappings = mapping_2d},
                          .run = run};

}  // namespace heteroscope::transpose
