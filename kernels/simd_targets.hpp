#pragma once

// Every source that is compiled for several instruction sets includes this before Highway's own headers. It leaves out
// vectors whose size is unknown at compile time, since those cannot be members of arrays. Instruction sets without
// fused multiply-add are compiled, as the compiler's baseline may be one, but never run: `simd_unavailable` refuses
// them.
#ifndef HWY_DISABLED_TARGETS
#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
#endif

#include <hwy/targets.h>

#include <string>

#include "core/device/device.hpp"

namespace heteroscope {

/// The reason why this CPU cannot run the vector variants; empty if it can.
std::string simd_unavailable(const device::Facts& facts);

}  // namespace heteroscope
