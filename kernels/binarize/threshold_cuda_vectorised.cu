#include "kernels/binarize/launch.cuh"
#include "kernels/binarize/level.hpp"
#include "kernels/binarize/threshold.hpp"

namespace heteroscope::binarize {
namespace {

template <class T>
__device__ Pack<T> each_above(Pack<T> pack, T level) {
#pragma unroll
  for (T& value : pack.of) value = above(value, level);
  return pack;
}

/// A pack of 16 bytes a thread: memory is busiest with many blocks that ask for little each. Measured on an NVIDIA H200
/// (2026-11-21, docs/performance.md) at 10240²: 0.201 ms in fp32 and 0.398 ms in fp64, 0.99 of the copy bandwidth.
template <class T, Tracing How>
__global__ void runs(const T* values, T* out, std::int64_t count, T level, SpanSink trace) {
  const BlockTimer<How> timer(trace);
  // Both runs begin at the same row, and so at the same offset from a 16-byte boundary. Otherwise all values would
  // count as the head.
  Packing packing = packing_of(out, count);
  if ((reinterpret_cast<std::uintptr_t>(values) ^ reinterpret_cast<std::uintptr_t>(out)) % pack_bytes != 0) {
    packing = {count, 0, count};
  }
  const auto* from = reinterpret_cast<const Pack<T>*>(values + packing.head);
  auto* to = reinterpret_cast<Pack<T>*>(out + packing.head);
  if (const std::int64_t i = thread_in_grid(); i < packing.packs) to[i] = each_above(load(from + i), level);
  if (blockIdx.x == 0) {
    for (std::int64_t i = threadIdx.x; i < packing.head; i += blockDim.x) out[i] = above(values[i], level);
    for (std::int64_t i = packing.tail + threadIdx.x; i < count; i += blockDim.x) out[i] = above(values[i], level);
  }
  finish_packs<T>(timer, packing, count, false);
}

void run(const MapJob& job) {
  const std::int64_t count = values_of(job);
  with_kernel_types(job, job.output.precision, [&]<class T, Tracing How>() {
    const int values_a_block = job.block.x * Pack<T>::size;
    const unsigned blocks = blocks_over(count, values_a_block, 0x7fffffff);
    const SpanSink trace = traced_packs<T>(job, pass_of(job, "runs"), blocks, job.block.x, false);
    runs<T, How><<<blocks, job.block.x, 0, job.stream>>>(job.input.row<const T>(job.rows.begin),
                                                         job.output.row<T>(job.rows.begin), count,
                                                         level_of<T>(mean_of(job)), trace);
  });
  HETEROSCOPE_LAUNCHED(runs);
}

}  // namespace

extern const Variant threshold_cuda_vectorised;
const Variant threshold_cuda_vectorised{
    .processor = Processor::gpu,
    .summary = "CUDA: one 16-byte load and store per thread; all rows as one long line.",
    .knobs = {.precisions = both_precisions,
              .memory_kinds = all_memory_kinds,
              .blocks = BlockRule::one_dimensional,
              .default_block = {256, 1},
              .mappings = mapping_1d},
    .run = run};

}  // namespace heteroscope::binarize
