#include <algorithm>

#include "core/base/ceil_div.hpp"
#include "kernels/histogram/launch.cuh"

namespace heteroscope::histogram {
namespace {

/// A thread a value, with an atomic addition to global memory for each: all threads compete for few addresses. Measured
/// on an NVIDIA H200 (2026-11-21, docs/performance.md) at 16384² with 8 bins: 197 ms in fp32 and 198 ms in fp64, 400
/// times as long as cuda_shared.
template <class T, class Bins>
__global__ void count(Run<T> run, Bins bins, Count* counts, SpanSink trace) {
  const BlockTimer<> timer(trace);
  const std::int64_t step = std::int64_t{gridDim.x} * blockDim.x;
  for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < run.size; i += step) {
    atomicAdd(counts + bins(run.values[i]), Count{1});
  }
  timer.finish([&] { return run_of_block(); });
}

void run(const ReduceJob& job) {
  with_kernel(job, [&]<class T, Tracing>(const auto& bins) {
    const Run<T> values = run_of<T>(job);
    const std::int64_t blocks = ceil_div(values.size, job.block.x);
    constexpr std::int64_t most_blocks = 0x7fffffff;  // blocks loop over further values
    const auto grid = static_cast<unsigned>(std::min(blocks, most_blocks));
    const SpanSink trace = traced_line(job, pass_of(job, "count"), grid, job.block.x);
    count<T><<<grid, job.block.x, 0, job.stream>>>(values, bins, counts_of(job), trace);
  });
  HETEROSCOPE_LAUNCHED(count);
}

}  // namespace

extern const Variant cuda_global_atomic;
const Variant cuda_global_atomic{
    .processor = Processor::gpu,
    .summary = "CUDA: one thread per value, each with an atomic addition to global memory.",
    .knobs = {.precisions = all_precisions,
              .memory_kinds = all_memory_kinds,
              .blocks = BlockRule::one_dimensional,
              .default_block = {256, 1},
              .mappings = mapping_1d},
    .run = run};

}  // namespace heteroscope::histogram
