#include "core/run/launch.cuh"
#include "kernels/binarize/threshold.hpp"

namespace heteroscope::binarize {
namespace {

template <class T, bool Traced>
__global__ void pixels(FieldView input, FieldView output, Rows rows, double mean, BlockSink trace) {
  BlockTracer<Traced> tracer(trace);
  const std::int64_t x = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (x < output.size.width) {
    for (int y = rows.begin + blockIdx.y * blockDim.y + threadIdx.y; y < rows.end; y += gridDim.y * blockDim.y) {
      output.row<T>(y)[x] = binarized(input.row<const T>(y)[x], mean);
    }
  }
  tracer.finish();
}

void run(const MapJob& job) {
  with_kernel_types(job, job.output.precision, [&]<class T, bool Traced>() {
    pixels<T, Traced><<<grid_over(job, job.output.size.width), block_of(job), 0, job.stream>>>(
        job.input, job.output, job.rows, mean_of(job), job.block_trace);
  });
  HETEROSCOPE_LAUNCHED(pixels);
}

}  // namespace

extern const Variant threshold_cuda_2d;
const Variant threshold_cuda_2d{.processor = Processor::gpu,
                                .summary = "CUDA: a thread a pixel, in blocks of columns by rows.",
                                .knobs = {.precisions = both_precisions,
                                          .memory_kinds = all_memory_kinds,
                                          .blocks = BlockRule::any,
                                          .default_block = {64, 4},
                                          .mappings = mapping_2d},
                                .run = run};

}  // namespace heteroscope::binarize
