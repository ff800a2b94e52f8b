#pragma once

#include <string>
#include <string_view>

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
/// The same, and why a GPU that is older than that cannot run them: `what` names, in the plural, what it lacks. Empty
/// if there is no GPU.
inline std::string refusal_of_code(const device::Facts& gpu, int least, std::string_view what) {
  if (!gpu.available) return {};
  if (gpu.major < least) return std::string(what) + " need compute capability " + std::to_string(least) + ".0";
  return refusal_of_code(gpu, least);
}

}  // namespace heteroscope
