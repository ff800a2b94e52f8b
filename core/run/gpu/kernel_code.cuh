#pragma once

#include <string>

#include "core/device/device.hpp"
#include "core/device/limits/architectures.hpp"
#include "newer_code.hpp"

namespace heteroscope {

/// Why the sources for newer GPUs (newer_cuda in kernels/CMakeLists.txt), of which the caller is one, have no code for
/// compute capability `least`.0 or newer that this GPU runs; empty if they have. The GPU itself is not asked: that
/// would make its context.
inline std::string refusal_of_code(const device::Facts& gpu, int least) {
  return refusal_of_code(HETEROSCOPE_NEWER_CODE, least, gpu.major, gpu.minor);
}

}  // namespace heteroscope
