#include "kernels/binarize/launch.cuh"
#include "kernels/binarize/level.hpp"
#include "kernels/binarize/threshold.hpp"
#include "kernels/stream_chunks.cuh"

namespace heteroscope::binarize {
namespace {

/// The kernel of threshold_cuda_1d.cu, in place.
template <class T, Tracing How>
__global__ void chunk_pixels(T* values, std::int64_t count, double mean, SpanSink trace) {
  const BlockTimer<How> timer(trace);
  for (std::int64_t i = thread_in_grid(); i < count; i += threads_in_grid()) values[i] = binarized(values[i], mean);
  timer.finish([&] { return run_of_block(); });
}

constexpr Tunable tunables[] = {chunks::size_tunable("chunk")};

/// Each chunk is copied to the GPU's own memory and computed there in place.
template <class T, Tracing How>
void launch(const MapJob& job) {
  constexpr std::int64_t most_blocks = 0x7fffffff;
  chunks::for_each(job, [](const MapJob& part, void* chunk) {
    const std::int64_t count = values_of(part);
    const unsigned blocks = blocks_over(count, part.block.x, most_blocks);
    const SpanSink trace = traced_line(part, pass_of(part, "chunk"), blocks, part.block.x);
    HETEROSCOPE_CUDA(cudaMemcpyAsync(chunk, part.input.row<const T>(part.rows.begin),
                                     static_cast<std::size_t>(count) * sizeof(T), cudaMemcpyDefault, part.stream));
    chunk_pixels<T, How><<<blocks, part.block.x, 0, part.stream>>>(static_cast<T*>(chunk), count, mean_of(part), trace);
    HETEROSCOPE_LAUNCHED(chunk_pixels);
  });
}

void run(const MapJob& job) {
  with_kernel_types(job, job.output.precision, [&]<class T, Tracing How>() { launch<T, How>(job); });
}

}  // namespace

extern const Variant threshold_cuda_streams;
const Variant threshold_cuda_streams{.processor = Processor::gpu,
                                     .summary =
                                         "CUDA: the kernel of cuda_1d in chunks; with pinned memory, chunks are copied "
                                         "to the GPU and back while others are computed (three streams).",
                                     .knobs = {.precisions = both_precisions,
                                               .memory_kinds = all_memory_kinds,
                                               .blocks = BlockRule::one_dimensional,
                                               .default_block = {256, 1},
                                               .mappings = mapping_1d,
                                               .tunables = tunables},
                                     .run = run,
                                     .scratch_bytes = chunks::scratch_bytes};

}  // namespace heteroscope::binarize
