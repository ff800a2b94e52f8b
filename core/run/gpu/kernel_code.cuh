#pragma once

#include <string>

#include "core/device/cuda_check.cuh"

namespace heteroscope {

/// Why the program has no code for compute capability `major`.0 or newer of a kernel that needs it; empty if it has.
template <class Kernel>
std::string refusal_of_code(Kernel kernel, int major) {
  cudaFuncAttributes attributes{};
  HETEROSCOPE_CUDA(cudaFuncGetAttributes(&attributes, kernel));
  return attributes.ptxVersion >= 10 * major
             ? ""
             : "this program was built without code for compute capability " + std::to_string(major) + ".0";
}

}  // namespace heteroscope
