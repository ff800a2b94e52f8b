#include "kernels/mandelbrot/launch.cuh"

namespace heteroscope::mandelbrot {
namespace {

/// A thread a pixel. Measured on an NVIDIA H200 (2026-11-21, docs/performance.md), 10240 × 10240, all pixels inside,
/// limit 500: 18.94 ms in fp32 and 26.84 ms in fp64, 33.9 % and 47.0 % of the ceiling of fused multiply-adds: the
/// escape test costs as much as the iteration.
template <class T, class A, Tracing How, bool Julia>
__global__ void pixels(KernelArguments<T, A, Julia> a) {
  const BlockTimer<How> timer(a.trace);
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x < a.output.size.width) {
    for (int y = a.rows.begin + blockIdx.y * blockDim.y + threadIdx.y; y < a.rows.end; y += gridDim.y * blockDim.y) {
      const Complex<T> point = a.grid.at(x, y);
      const Complex<T> c = a.added(point);
      Complex<T> z = a.first(point);
      const int k = iterate_plainly<A>(z, c, 1, a.limit);
      a.put(x, y, z, c, k);
    }
  }
  timer.finish([&] { return cells_of_block(a.output.size.width, a.rows.begin); });
}

template <class A>
void launch(const MapJob& job) {
  if (is_deep(job)) return launch_deep(job, DeepMapping::pixels);
  const dim3 grid = grid_over(job, job.output.size.width);
  const SpanSink trace = traced_grid(job, pass_of(job, "pixels"), grid);
  with_all_types(job, [&]<class T, Tracing How, bool Julia>() {
    pixels<T, A, How, Julia><<<grid, block_of(job), 0, job.stream>>>(kernel_arguments<T, A, Julia>(job, trace));
  });
  HETEROSCOPE_LAUNCHED(pixels);
}

}  // namespace

HETEROSCOPE_LAUNCHED_IN_ARITHMETIC(cuda_2d, launch)

#ifndef HETEROSCOPE_CONTRACTED
extern const Variant cuda_2d;
const Variant cuda_2d{.processor = Processor::gpu,
                      .summary = "CUDA: one thread per pixel; one escape test per iteration.",
                      .knobs = {.precisions = both_precisions,
                                .memory_kinds = all_memory_kinds,
                                .blocks = BlockRule::any,
                                .default_block = {32, 8},
                                .mappings = mapping_2d},
                      .run = run,
                      .unfit = deep_unfit};
#endif

}  // namespace heteroscope::mandelbrot
