#include <string>

#include "core/device/device.hpp"
#include "kernels/binarize/launch.cuh"
#include "kernels/binarize/sums/exact_sum.hpp"
#include "kernels/binarize/sums/sum_error.hpp"

namespace heteroscope::binarize {
namespace {

/// An atomic addition a value. `partial` holds 0, or the result of earlier launches, when it starts; execute() has seen
/// to that. Measured on an NVIDIA H200 (2026-11-21, docs/performance.md) at 10240²: 184 ms in both precisions, 0.57 G
/// additions a second.
template <class T>
__global__ void add(const T* values, std::int64_t count, double scale, double* partial, SpanSink trace) {
  const BlockTimer<> timer(trace);
  for (std::int64_t i = thread_in_grid(); i < count; i += threads_in_grid()) {
    atomicAdd(partial, values[i] * scale);
  }
  timer.finish([&] { return run_of_block(); });
}

void run(const ReduceJob& job) {
  constexpr std::int64_t most_blocks = 0x7fffffff;
  const std::int64_t values = values_of(job);
  const unsigned blocks = blocks_over(values, job.block.x, most_blocks);
  const SpanSink trace = traced_line(job, pass_of(job, "add"), blocks, job.block.x);
  with_precision(job.input.precision, [&]<class T>() {
    add<T><<<blocks, job.block.x, 0, job.stream>>>(job.input.row<const T>(job.rows.begin), values,
                                                   plain_scale<double>(job.largest), static_cast<double*>(job.partials),
                                                   trace);
  });
  HETEROSCOPE_LAUNCHED(add);
}

std::string unavailable(const device::Facts& facts) {
  return !facts.available || facts.major >= 6 ? "" : "atomic additions in fp64 need compute capability 6.0";
}

}  // namespace

extern const Variant mean_cuda_atomic;
const Variant mean_cuda_atomic{.processor = Processor::gpu,
                               .summary = "CUDA: one atomic addition per value, in any order. Error at most (n - 1) u.",
                               .knobs = {.precisions = both_precisions,
                                         .memory_kinds = all_memory_kinds,
                                         .blocks = BlockRule::one_dimensional,
                                         .default_block = {512, 1},
                                         .mappings = mapping_1d},
                               .run = run,
                               .unavailable = unavailable,
                               .reordered = true,
                               .sum_error = error_in_any_order};

}  // namespace heteroscope::binarize
