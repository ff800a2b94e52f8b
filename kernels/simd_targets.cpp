#include "kernels/simd_targets.hpp"

#include "core/device.hpp"

namespace heteroscope {

std::string simd_unavailable(const device::Facts&) {
  constexpr std::int64_t fused = HWY_AVX2 | HWY_AVX3 | HWY_AVX3_DL | HWY_NEON;
  return (hwy::SupportedTargets() & fused) != 0 ? "" : "this CPU has no vectors with a fused multiply-add";
}

}  // namespace heteroscope
