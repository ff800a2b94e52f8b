#include "kernels/nbody/blocked.cuh"

namespace heteroscope::nbody {
namespace {

struct ExactPull {
  template <class T>
  __device__ static void add(Vector<T>& sum, const Body<T>& at, const Body<T>& other, T softening_squared) {
    add_pull(sum, at, other, softening_squared);
  }
};

}  // namespace
/// Tiled n-body with register blocking; blocked.cuh has the kernel. Measured on an NVIDIA H200 (2026-11-23,
/// docs/performance.md): a step of 65536 bodies takes 3.22 ms in fp32 and 6.60 ms in fp64, 0.776 and 0.857 of the
/// ceiling of fused multiply-adds, and 0.89 of the issue rate in fp32. MEASURED.md says what was tried.

extern const Variant advance_cuda_blocked;
const Variant advance_cuda_blocked{
    .processor = Processor::gpu,
    .summary =
        "CUDA: several bodies per thread, tiles in shared memory, and parts of the sum computed side by "
        "side.",
    .knobs = blocked_knobs,
    .run = run_blocked<ExactPull>,
    .scratch_bytes = blocked_scratch_bytes};

}  // namespace heteroscope::nbody
