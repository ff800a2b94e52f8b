#include "kernels/simd_targets.hpp"

#include "core/device/device.hpp"

namespace heteroscope {

std::string simd_unavailable(const device::Facts&) {
  constexpr std::int64_t fused = HWY_AVX2 | HWY_AVX3 | HWY_AVX3_DL | HWY_NEON;
  // This is asked once, since in a virtual machine the answer takes longer than planning a frame.
  static const bool has_some = (hwy::SupportedTargets() & fused) != 0;
  return has_some ? "" : "this CPU has no vector instructions with fused multiply-add";
}

}  // namespace heteroscope
