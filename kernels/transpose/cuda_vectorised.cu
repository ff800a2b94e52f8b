#include "kernels/transpose/vector_tiles.cuh"

namespace heteroscope::transpose {
namespace {

void run(const MapJob& job) {
  with_kernel_types(job, job.output.precision, [&]<class T, Tracing How>() {
    if (rows_aligned<T>(job)) {
      launch_vector_tiles<T, Tuning<T>, How>(job);
    } else {
      launch_element_tiles<T, How>(job);
    }
  });
}

}  // namespace

/// Transposes tiles by vectors of 16 bytes; vector_tiles.cuh has the kernels. Measured on an NVIDIA H200 (2026-11-21,
/// docs/performance.md) at 16384²: 0.538 ms in fp32 and 1.094 ms in fp64, 0.95 and 0.935 of the copy bandwidth.
extern const Variant cuda_vectorised;
const Variant cuda_vectorised{
    .processor = Processor::gpu,
    .summary =
        "CUDA: 16 bytes at a time; small squares are transposed in registers, larger ones in shared "
        "memory without bank conflicts.",
    .knobs = {.precisions = both_precisions, .memory_kinds = all_memory_kinds},
    .run = run};

}  // namespace heteroscope::transpose
