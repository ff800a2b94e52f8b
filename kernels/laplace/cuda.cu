#include <any>
#include <string>

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

/// The reason why a grid is too large: the tiles of sums are numbered in 32 bits, and their buffer has room for as many
/// whatever the method.
std::string unfit(const std::any& parameters, const Extent&, bool, const device::Facts&) {
  constexpr int most = 1 << 20;
  const int n = std::any_cast<const Parameters&>(parameters).n;
  return n <= most ? "" : "n: " + std::to_string(n) + " is more than " + std::to_string(most);
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
                   .scratch_bytes = scratch_bytes,
                   .unfit = unfit};

}  // namespace heteroscope::laplace
