#include "kernels/nbody/blocked.cuh"

namespace heteroscope::nbody {
namespace {

__device__ float hardware_root(float x) {
  return rsqrtf(x);
}
__device__ double hardware_root(double x) {
  return rsqrt(x);
}

/// add_pull() with the reciprocal root of CUDA, whose last bits are NVIDIA's own.
struct HardwarePull {
  template <class T>
  __device__ static void add(Vector<T>& sum, const Body<T>& at, const Body<T>& other, T softening_squared) {
    const T dx = other.x - at.x;
    const T dy = other.y - at.y;
    const T dz = other.z - at.z;
    const T root = hardware_root(std::fma(dz, dz, std::fma(dy, dy, std::fma(dx, dx, softening_squared))));
    const T pull = other.mass * root * (root * root);
    sum.x = std::fma(dx, pull, sum.x);
    sum.y = std::fma(dy, pull, sum.y);
    sum.z = std::fma(dz, pull, sum.z);
  }
};

}  // namespace

/// This is no variant but a fast-math baseline: it shows what it costs to have the same bits on all processors.
extern const Variant hardware_roots;
const Variant hardware_roots{.processor = Processor::gpu,
                             .summary = "CUDA: like cuda_blocked, with the card's own reciprocal square roots.",
                             .knobs = blocked_knobs,
                             .run = run_blocked<HardwarePull>,
                             .scratch_bytes = blocked_scratch_bytes};

}  // namespace heteroscope::nbody
