#include "kernels/binarize/launch.cuh"
#include "kernels/binarize/level.hpp"
#include "kernels/binarize/threshold.hpp"

namespace heteroscope::binarize {
namespace {

/// A thread a pixel, in one dimension. Measured on an NVIDIA H200 (2026-11-21, docs/performance.md) at 10240²: 0.405 ms
/// in fp32 and 0.471 ms in fp64.
template <class T, Tracing How>
__global__ void pixels(const T* values, T* out, std::int64_t count, double mean, SpanSink trace) {
  const BlockTimer<How> timer(trace);
  for (std::int64_t i = thread_in_grid(); i < count; i += threads_in_grid()) out[i] = binarized(values[i], mean);
  timer.finish([&] { return run_of_block(); });
}

void run(const MapJob& job) {
  constexpr std::int64_t most_blocks = 0x7fffffff;
  const std::int64_t count = values_of(job);
  const unsigned blocks = blocks_over(count, job.block.x, most_blocks);
  const SpanSink trace = traced_line(job, pass_of(job, "pixels"), blocks, job.block.x);
  with_kernel_types(job, job.output.precision, [&]<class T, Tracing How>() {
    pixels<T, How><<<blocks, job.block.x, 0, job.stream>>>(
        job.input.row<const T>(job.rows.begin), job.output.row<T>(job.rows.begin), count, mean_of(job), trace);
  });
  HETEROSCOPE_LAUNCHED(pixels);
}

}  // namespace

extern const Variant threshold_cuda_1d;
const Variant threshold_cuda_1d{.processor = Processor::gpu,
                                .summary = "CUDA: one thread per pixel; all rows as one long line.",
                                .knobs = {.precisions = both_precisions,
                                          .memory_kinds = all_memory_kinds,
                                          .blocks = BlockRule::one_dimensional,
                                          .default_block = {256, 1},
                                          .mappings = mapping_1d},
                                .run = run};

}  // namespace heteroscope::binarize
