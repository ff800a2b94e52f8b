#pragma once

#include <hwy/targets.h>

#include <cstdint>

#include "kernels/simd_targets.hpp"

namespace heteroscope {

/// Calls `body` with each instruction set that is compiled, runs here and has a fused multiply-add, as Highway's
/// choice.
template <class Body>
void in_each_target(Body body) {
  constexpr std::int64_t fused = HWY_AVX2 | HWY_AVX3 | HWY_AVX3_DL | HWY_NEON;
  for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
    if ((target & fused) == 0) continue;
    hwy::SetSupportedTargetsForTest(target);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
    body();
  }
  hwy::SetSupportedTargetsForTest(0);
  hwy::GetChosenTarget().Update(hwy::SupportedTargets());
}

}  // namespace heteroscope
