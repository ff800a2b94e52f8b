#include "kernels/laplace/backend.cuh"

namespace heteroscope::laplace {
namespace {

void run(const IterateJob& job) {
  if (job.trace != nullptr) {
    CudaBackend<Tracing::on> on(job);
    run_method(job, on);
  } else {
    CudaBackend<Tracing::off> on(job);
    run_method(job, on);
  }
}

}  // namespace

extern const Variant cuda;
const Variant cuda{.processor = Processor::gpu,
                   .summary = "CUDA: a kernel for each pass of a method, a thread a node; small grids in one block.",
                   .knobs = {.precisions = both_precisions,
                             .memory_kinds = all_memory_kinds,
                             .blocks = BlockRule::any,
                             .default_block = {32, 8}},
                   .run = run,
                   .scratch_bytes = scratch_bytes};

}  // namespace heteroscope::laplace
