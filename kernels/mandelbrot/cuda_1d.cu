#include "core/base/ceil_div.hpp"
#include "kernels/mandelbrot/launch.cuh"

namespace heteroscope::mandelbrot {
namespace {

/// A thread a column, as in seed 000, whose threads have rows instead. Measured on an NVIDIA H200 (2026-11-21,
/// docs/performance.md), 10240 × 10240, all pixels inside, limit 500: 142.8 ms in fp32 and 166.1 ms in fp64, 4.5 % and
/// 7.6 % of the ceiling of fused multiply-adds, since 10240 threads leave most of the card idle.
template <class T, class A, bool Julia>
__global__ void columns(KernelArguments<T, A, Julia> a) {
  const BlockTimer<> timer(a.trace);
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x < a.output.size.width) {
    for (int y = a.rows.begin; y < a.rows.end; ++y) {
      const Complex<T> point = a.grid.at(x, y);
      const Complex<T> c = a.added(point);
      Complex<T> z = a.first(point);
      const int k = iterate_plainly<A>(z, c, 1, a.limit);
      a.put(x, y, z, c, k);
    }
  }
  timer.finish([&] {
    const auto threads = static_cast<int>(blockDim.x);
    return rectangle(a.output.size.width, std::int64_t{blockIdx.x} * threads, a.rows.begin, threads, a.rows.count());
  });
}

template <class A>
void launch(const MapJob& job) {
  if (is_deep(job)) return launch_deep(job, DeepMapping::columns);
  const int blocks = ceil_div(job.output.size.width, job.block.x);
  const SpanSink trace = traced(
      job, pass_of(job, "columns"), {.columns = static_cast<std::uint32_t>(blocks)},
      {.run = static_cast<std::uint64_t>(job.block.x), .stride = static_cast<std::uint64_t>(job.output.size.width)});
  with_types(job, [&]<class T, bool Julia>() {
    columns<T, A, Julia><<<blocks, job.block.x, 0, job.stream>>>(kernel_arguments<T, A, Julia>(job, trace));
  });
  HETEROSCOPE_LAUNCHED(columns);
}

}  // namespace

HETEROSCOPE_LAUNCHED_IN_ARITHMETIC(cuda_1d, launch)

#ifndef HETEROSCOPE_CONTRACTED
extern const Variant cuda_1d;
const Variant cuda_1d{
    .processor = Processor::gpu,
    .summary = "CUDA: one thread per column, which walks down its rows; one escape test per iteration.",
    .knobs = {.precisions = both_precisions,
              .memory_kinds = all_memory_kinds,
              .blocks = BlockRule::one_dimensional,
              .default_block = {64, 1},
              .mappings = mapping_1d},
    .run = run,
    .unfit = deep_unfit};
#endif

}  // namespace heteroscope::mandelbrot
