#include "kernels/mandelbrot/launch.cuh"

namespace heteroscope::mandelbrot {
namespace {

template <class T, bool Traced>
__global__ void pixels(KernelArguments<T> a) {
  BlockTracer<Traced> tracer(a.trace);
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x < a.output.size.width) {
    for (int y = a.rows.begin + blockIdx.y * blockDim.y + threadIdx.y; y < a.rows.end; y += gridDim.y * blockDim.y) {
      const Complex<T> c = a.grid.at(x, y);
      Complex<T> z;
      const int k = iterate_plainly(z, c, 1, a.limit);
      a.put(x, y, z, c, k);
    }
  }
  tracer.finish();
}

void run(const MapJob& job) {
  with_kernel_types(job, [&]<class T, bool Traced>(const KernelArguments<T>& arguments) {
    pixels<T, Traced><<<grid_over(job, job.output.size.width), block_of(job), 0, job.stream>>>(arguments);
  });
  HETEROSCOPE_LAUNCHED(pixels);
}

}  // namespace

extern const Variant cuda_2d;
const Variant cuda_2d{.processor = Processor::gpu,
                      .summary = "CUDA: a thread a pixel; one test an iteration.",
                      .knobs = {.precisions = both_precisions,
                                .memory_kinds = all_memory_kinds,
                                .blocks = BlockRule::any,
                                .default_block = {32, 8},
                                .mappings = mapping_2d},
                      .run = run};

}  // namespace heteroscope::mandelbrot
