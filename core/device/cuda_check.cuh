#pragma once

#include <cuda_runtime.h>

namespace heteroscope::device {

/// Throws DeviceError with file, line, the call's text and CUDA's own words unless `status` is success.
void check(cudaError_t status, const char* call, const char* file, int line);

/// For destructors, which cannot throw: says on standard error what went wrong, and goes on. At exit the driver may be
/// gone already, and what was made by a device that is lost went with its context: of these nothing is said.
void report(cudaError_t status, const char* call) noexcept;

}  // namespace heteroscope::device

#define HETEROSCOPE_CUDA(call) ::heteroscope::device::check((call), #call, __FILE__, __LINE__)
/// After a kernel launch.
#define HETEROSCOPE_LAUNCHED(kernel) \
  ::heteroscope::device::check(cudaGetLastError(), "launch of " #kernel, __FILE__, __LINE__)
