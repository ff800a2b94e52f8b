#include "kernels/mandelbrot/launch.cuh"

namespace heteroscope::mandelbrot {
namespace {

/// A thread a column, as in seed 000; its grid is made of columns, which the seed took from the rows.
template <class T, bool Traced>
__global__ void columns(KernelArguments<T> a) {
  BlockTracer<Traced> tracer(a.trace);
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x < a.output.size.width) {
    for (int y = a.rows.begin; y < a.rows.end; ++y) {
      const Complex<T> c = a.grid.at(x, y);
      Complex<T> z;
      const int k = iterate_plainly(z, c, 1, a.limit);
      a.put(x, y, z, c, k);
    }
  }
  tracer.finish();
}

void run(const MapJob& job) {
  const int blocks = (job.output.size.width + job.block.x - 1) / job.block.x;
  with_kernel_types(job, [&]<class T, bool Traced>(const KernelArguments<T>& arguments) {
    columns<T, Traced><<<blocks, job.block.x, 0, job.stream>>>(arguments);
  });
  HETEROSCOPE_LAUNCHED(columns);
}

}  // namespace

extern const Variant cuda_1d;
const Variant cuda_1d{.processor = Processor::gpu,
                      .summary = "CUDA: a thread a column, which walks down its rows; one test an iteration.",
                      .knobs = {.precisions = both_precisions,
                                .memory_kinds = all_memory_kinds,
                                .blocks = BlockRule::one_dimensional,
                                .default_block = {64, 1},
                                .mappings = mapping_1d},
                      .run = run};

}  // namespace heteroscope::mandelbrot
