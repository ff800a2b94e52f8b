#pragma once

#include <cuda.h>
#include <cuda_runtime.h>

#include "core/device/cuda_check.cuh"

namespace heteroscope::device {

/// The address of a driver's function. Toolkits before 12.5 can only be asked for the newest form of it; which of the
/// two calls the toolkit has decides when this is compiled.
template <class Result>
cudaError_t find_driver_function(const char* name, void** out, unsigned version, Result* found) {
  if constexpr (requires { cudaGetDriverEntryPointByVersion(name, out, version, cudaEnableDefault, found); }) {
    return cudaGetDriverEntryPointByVersion(name, out, version, cudaEnableDefault, found);
  } else {
    return cudaGetDriverEntryPoint(name, out, cudaEnableDefault, found);
  }
}

/// A function of the driver, which the program is not linked to, with the version of CUDA that it has been there since:
/// `driver_call<decltype(&cuCtxGetCurrent)>("cuCtxGetCurrent", 4000)`. Null where the driver has none.
template <class Function>
Function driver_call(const char* name, unsigned version) {
  void* out = nullptr;
  cudaDriverEntryPointQueryResult found{};
  HETEROSCOPE_CUDA(find_driver_function(name, &out, version, &found));
  return reinterpret_cast<Function>(out);
}

}  // namespace heteroscope::device
