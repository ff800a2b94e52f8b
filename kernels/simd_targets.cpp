#include "kernels/simd_targets.hpp"

#include <fmt/format.h>

#include "core/device/device.hpp"

namespace heteroscope {

namespace {

constexpr std::int64_t vectors_of_256 = HWY_AVX2;
constexpr std::int64_t vectors_of_512 = HWY_AVX3 | HWY_AVX3_DL;

/// The instruction sets that this CPU has and that are compiled. It is asked once, since in a virtual machine the
/// answer takes longer than planning a frame.
std::int64_t usable() {
  static const std::int64_t targets = hwy::SupportedTargets() & HWY_TARGETS;
  return targets;
}

}  // namespace

std::string simd_unavailable(const device::Facts&) {
  constexpr std::int64_t fused = vectors_of_256 | vectors_of_512 | HWY_NEON;
  static const bool has_some = (hwy::SupportedTargets() & fused) != 0;
  return has_some ? "" : "this CPU has no vector instructions with fused multiply-add";
}

std::int64_t targets_of(int bits) {
  return usable() & (bits == 256 ? vectors_of_256 : bits == 512 ? vectors_of_512 : 0);
}

std::string vectors_unavailable(int bits) {
  if (bits == 0 || targets_of(bits) != 0) return {};
  return fmt::format("this CPU has no vector instructions of {} bits ({})", bits, bits == 256 ? "AVX2" : "AVX-512");
}

}  // namespace heteroscope
