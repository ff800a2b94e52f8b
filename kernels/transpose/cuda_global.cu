#include "kernels/transpose/launch.cuh"
#include "kernels/transpose/patterns.hpp"

namespace heteroscope::transpose {
namespace {

template <class T, bool Traced>
__global__ void elements(FieldView in, FieldView out, Rows columns, BlockSink trace) {
  BlockTracer<Traced> tracer(trace);
  const int x = columns.begin + blockIdx.x * blockDim.x + threadIdx.x;
  if (x < columns.end) {
    for (int y = blockIdx.y * blockDim.y + threadIdx.y; y < in.size.height; y += gridDim.y * blockDim.y) {
      out.row<T>(x)[y] = in.row<T>(y)[x];
    }
  }
  tracer.finish();
}

void run(const MapJob& job) {
  with_kernel_types(job, job.output.precision, [&]<class T, bool Traced>() {
    elements<T, Traced>
        <<<grid_over_input(job), block_of(job), 0, job.stream>>>(job.input, job.output, job.rows, job.block_trace);
  });
  HETEROSCOPE_LAUNCHED(elements);
}

}  // namespace

extern const Variant cuda_global;
const Variant cuda_global{.processor = Processor::gpu,
                          .summary = "CUDA: a thread a pixel, which reads along the rows and writes down the columns.",
                          .knobs = {.precisions = both_precisions,
                                    .memory_kinds = all_memory_kinds,
                                    .blocks = BlockRule::any,
                                    .default_block = {8, 32},
                                    .mappings = mapping_2d},
                          .run = run,
                          .model = model_global};

}  // namespace heteroscope::transpose
