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

extern const Variant advance_cuda_blocked;
const Variant advance_cuda_blocked{
    .processor = Processor::gpu,
    .summary = "CUDA: several bodies a thread, tiles in shared memory, and the segments of the sum side by side.",
    .knobs = blocked_knobs,
    .run = run_blocked<ExactPull>,
    .scratch_bytes = blocked_scratch_bytes};

}  // namespace heteroscope::nbody
