#include "kernels/blur/launch.cuh"

namespace heteroscope::blur {
namespace {

template <class T, bool Traced>
__global__ void pixels(KernelArguments a, const T* mask) {
  BlockTracer<Traced> tracer(a.trace);
  const int taps = 2 * a.radius + 1;
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x < a.output.size.width) {
    for (int y = a.rows.begin + blockIdx.y * blockDim.y + threadIdx.y; y < a.rows.end; y += gridDim.y * blockDim.y) {
      T sum = 0;
      for (int j = 0; j < taps; ++j) sum = add_input_line(sum, a, mask + j * taps, x, y, j);
      a.output.row<T>(y)[x] = sum;
    }
  }
  tracer.finish();
}

void run(const MapJob& job) {
  with_kernel_types(job, job.output.precision, [&]<class T, bool Traced>() {
    const T* mask = upload_square_mask<T>(job);
    pixels<T, Traced>
        <<<grid_over(job, job.output.size.width), block_of(job), 0, job.stream>>>(kernel_arguments(job), mask);
  });
  HETEROSCOPE_LAUNCHED(pixels);
}

}  // namespace

extern const Variant cuda_global;
const Variant cuda_global{.processor = Processor::gpu,
                          .summary = "CUDA: a thread a pixel; image and mask from global memory.",
                          .knobs = {.precisions = both_precisions,
                                    .memory_kinds = all_memory_kinds,
                                    .blocks = BlockRule::any,
                                    .default_block = {32, 8},
                                    .mappings = mapping_2d},
                          .run = run,
                          .scratch_bytes = square_mask_bytes};

}  // namespace heteroscope::blur
