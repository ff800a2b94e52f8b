#include "core/run/gpu/launch.cuh"
#include "kernels/binarize/level.hpp"
#include "kernels/binarize/threshold.hpp"

namespace heteroscope::binarize {
namespace {

/// A thread a pixel, in two dimensions. Measured on an NVIDIA H200 (2026-11-21, docs/performance.md) at 10240²: 0.350
/// ms in fp32 and 0.446 ms in fp64.
template <class T, Tracing How>
__global__ void pixels(FieldView input, FieldView output, Rows rows, double mean, SpanSink trace) {
  const BlockTimer<How> timer(trace);
  const std::int64_t x = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (x < output.size.width) {
    for (int y = rows.begin + blockIdx.y * blockDim.y + threadIdx.y; y < rows.end; y += gridDim.y * blockDim.y) {
      output.row<T>(y)[x] = binarized(input.row<const T>(y)[x], mean);
    }
  }
  timer.finish([&] { return cells_of_block(output.size.width, rows.begin); });
}

void run(const MapJob& job) {
  const dim3 grid = grid_over(job, job.output.size.width);
  const SpanSink trace = traced_grid(job, pass_of(job, "pixels"), grid);
  with_kernel_types(job, job.output.precision, [&]<class T, Tracing How>() {
    pixels<T, How><<<grid, block_of(job), 0, job.stream>>>(job.input, job.output, job.rows, mean_of(job), trace);
  });
  HETEROSCOPE_LAUNCHED(pixels);
}

}  // namespace

extern const Variant threshold_cuda_2d;
const Variant threshold_cuda_2d{.processor = Processor::gpu,
                                .summary = "CUDA: one thread per pixel, in two-dimensional blocks.",
                                .knobs = {.precisions = both_precisions,
                                          .memory_kinds = all_memory_kinds,
                                          .blocks = BlockRule::any,
                                          .default_block = {64, 4},
                                          .mappings = mapping_2d},
                                .run = run};

}  // namespace heteroscope::binarize
