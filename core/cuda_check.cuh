#pragma once

#include <cuda_runtime.h>

namespace heteroscope::device {

/// Throws DeviceError with file, line, the call's text and CUDA's own words unless `status` is success.
void check(cudaError_t status, const char* call, const char* file, int line);

}  // namespace heteroscope::device

#define HETEROSCOPE_CUDA(call) ::heteroscope::device::check((call), #call, __FILE__, __LINE__)
/// After a kernel launch.
#define HETEROSCOPE_LAUNCHED(kernel) \
  ::heteroscope::device::check(cudaGetLastError(), "launch of " #kernel, __FILE__, __LINE__)
