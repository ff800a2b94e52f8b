#pragma once

#include <cuda.h>
#include <cuda_runtime.h>

#include "core/device/cuda_check.cuh"

namespace heteroscope::device {

/// A function of the driver, which the program is not linked to, with the version of CUDA that it has been there since:
/// `driver_call<decltype(&cuCtxGetCurrent)>("cuCtxGetCurrent", 4000)`. Null where the driver has none.
template <class Function>
Function driver_call(const char* name, unsigned version) {
  void* out = nullptr;
  cudaDriverEntryPointQueryResult found{};
  HETEROSCOPE_CUDA(cudaGetDriverEntryPointByVersion(name, &out, version, cudaEnableDefault, &found));
  return reinterpret_cast<Function>(out);
}

}  // namespace heteroscope::device
