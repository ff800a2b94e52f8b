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

extern const Variant cuda_vectorised;
const Variant cuda_vectorised{
    .processor = Processor::gpu,
    .summary = "CUDA: 16 bytes at a time, squares transposed in registers, shared memory without bank conflicts.",
    .knobs = {.precisions = both_precisions, .memory_kinds = all_memory_kinds},
    .run = run};

}  // namespace heteroscope::transpose
