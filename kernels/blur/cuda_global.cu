#include "kernels/blur/launch.cuh"

namespace heteroscope::blur {
namespace {

/// A thread a pixel, which reads its neighborhood and the mask through the caches. Measured on an NVIDIA H200
/// (2026-11-21, docs/performance.md) at 8192²: 3.41 and 21.5 ms in fp32 at radius 5 and 16, and 1.40, 4.33 and 40.1 ms
/// in fp64 at radius 2, 5 and 16.
template <class T, Tracing How>
__global__ void pixels(KernelArguments a, const T* mask) {
  const BlockTimer<How> timer(a.trace);
  const int taps = 2 * a.radius + 1;
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x < a.output.size.width) {
    for (int y = a.rows.begin + blockIdx.y * blockDim.y + threadIdx.y; y < a.rows.end; y += gridDim.y * blockDim.y) {
      T sum = 0;
      for (int j = 0; j < taps; ++j) sum = add_input_line(sum, a, mask + j * taps, x, y, j);
      a.output.row<T>(y)[x] = sum;
    }
  }
  timer.finish([&] { return cells_of_block(a.output.size.width, a.rows.begin); });
}

void run(const MapJob& job) {
  with_kernel_types(job, job.output.precision, [&]<class T, Tracing How>() {
    const T* mask = upload_square_mask<T>(job);
    const dim3 grid = grid_over(job, job.output.size.width);
    const SpanSink trace = traced_grid(job, pass_of(job, "pixels"), grid);
    pixels<T, How><<<grid, block_of(job), 0, job.stream>>>(kernel_arguments(job, trace), mask);
  });
  HETEROSCOPE_LAUNCHED(pixels);
}

}  // namespace

extern const Variant cuda_global;
const Variant cuda_global{.processor = Processor::gpu,
                          .summary = "CUDA: one thread per pixel; image and mask are read from global memory.",
                          .knobs = {.precisions = both_precisions,
                                    .memory_kinds = all_memory_kinds,
                                    .blocks = BlockRule::any,
                                    .default_block = {32, 8},
                                    .mappings = mapping_2d},
                          .run = run,
                          .scratch_bytes = square_mask_bytes};

}  // namespace heteroscope::blur
