#include <algorithm>

#include "kernels/histogram/launch.cuh"

namespace heteroscope::histogram {
namespace {

template <class T, class Bins, bool Traced>
__global__ void count(Run<T> run, Bins bins, Count* counts, BlockSink trace) {
  BlockTracer<Traced> tracer(trace);
  const std::int64_t step = std::int64_t{gridDim.x} * blockDim.x;
  for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < run.size; i += step) {
    atomicAdd(counts + bins(run.values[i]), Count{1});
  }
  tracer.finish();
}

void run(const ReduceJob& job) {
  with_kernel(job, [&]<class T, bool Traced>(const auto& bins) {
    const Run<T> values = run_of<T>(job);
    const std::int64_t blocks = (values.size + job.block.x - 1) / job.block.x;
    constexpr std::int64_t most_blocks = 0x7fffffff;  // threads walk on from there
    count<T, std::remove_cvref_t<decltype(bins)>, Traced>
        <<<static_cast<unsigned>(std::min(blocks, most_blocks)), job.block.x, 0, job.stream>>>(
            values, bins, counts_of(job), job.block_trace);
  });
  HETEROSCOPE_LAUNCHED(count);
}

}  // namespace

extern const Variant cuda_global_atomic;
const Variant cuda_global_atomic{.processor = Processor::gpu,
                                 .summary = "CUDA: a thread a value, an atomic addition to global memory each.",
                                 .knobs = {.precisions = both_precisions,
                                           .memory_kinds = all_memory_kinds,
                                           .blocks = BlockRule::one_dimensional,
                                           .default_block = {256, 1},
                                           .mappings = mapping_1d},
                                 .run = run};

}  // namespace heteroscope::histogram
