#include <any>
#include <string>

#include "kernels/laplace/backends/backend.cuh"

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

std::string unfit(const std::any& parameters, const Extent&, bool, const device::Facts&) {
  return beyond_tiles(std::any_cast<const Parameters&>(parameters).n);
}

}  // namespace

/// Measured on an NVIDIA H200 (2026-11-21, docs/performance.md), 4096 × 4096 nodes to a relative residual of 1e-8 in
/// fp64, launches and checks included: full multigrid 2.55 ms (2 steps), the direct method 1.09 ms, conjugate gradients
/// 1.61 s (5824 steps of 0.277 ms, 0.86 of what memory allows).
extern const Variant cuda;
const Variant cuda{.processor = Processor::gpu,
                   .summary = "CUDA: one kernel per pass of a method, one thread per node; small grids in one block.",
                   .knobs = {.precisions = both_precisions,
                             .memory_kinds = all_memory_kinds,
                             .blocks = BlockRule::any,
                             .default_block = {32, 8}},
                   .run = run,
                   .scratch_bytes = scratch_bytes,
                   .unfit = unfit};

}  // namespace heteroscope::laplace
