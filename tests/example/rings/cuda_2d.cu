#include "core/run/gpu/launch.cuh"
#include "tests/example/rings/reference.hpp"

namespace heteroscope::rings {
namespace {

/// A thread a pixel. The grid may have fewer rows of threads than the job has rows: threads go on by a grid's height.
template <class T, Tracing How>
__global__ void pixels(FieldView output, Rows rows, Rings<T> rings, SpanSink trace) {
  const BlockTimer<How> timer(trace);
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x < output.size.width) {
    for (int y = rows.begin + blockIdx.y * blockDim.y + threadIdx.y; y < rows.end; y += gridDim.y * blockDim.y) {
      output.row<T>(y)[x] = from_ring(rings, x, y);
    }
  }
  timer.finish([&] { return cells_of_block(output.size.width, rows.begin); });
}

void run(const MapJob& job) {
  const dim3 grid = grid_over(job, job.output.size.width);
  const SpanSink trace = traced_grid(job, pass_of(job, "pixels"), grid);
  with_kernel_types(job, job.output.precision, [&]<class T, Tracing How>() {
    pixels<T, How><<<grid, block_of(job), 0, job.stream>>>(job.output, job.rows, rings_of<T>(job), trace);
  });
  HETEROSCOPE_LAUNCHED(pixels);
}

}  // namespace

extern const Variant cuda_2d;
const Variant cuda_2d{.processor = Processor::gpu,
                      .summary = "CUDA: a thread a pixel, in blocks of columns by rows.",
                      .knobs = {.precisions = both_precisions,
                                .memory_kinds = all_memory_kinds,
                                .blocks = BlockRule::any,
                                .default_block = {32, 8},
                                .mappings = mapping_2d},
                      .run = run};

}  // namespace heteroscope::rings
