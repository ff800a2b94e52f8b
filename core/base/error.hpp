#pragma once

#include <stdexcept>
#include <string>

namespace heteroscope {

/// Thrown if the user's input cannot be used; the message is one line that names the offending thing and what would be
/// right. The command line answers it with exit code 2.
struct BadInput : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A device call failed: out of memory, a lost device, a missing driver. The message names file, line and call.
struct DeviceError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The device has not as much free memory as was asked for; it works on.
struct OutOfDeviceMemory : DeviceError {
  using DeviceError::DeviceError;
};

/// The device answers no more: a kernel's fault has ended this process's context on it. The message says in words what
/// happened. Source: cudaError_t in CUDA's runtime API, which asks for the process to be launched anew.
struct DeviceLost : DeviceError {
  using DeviceError::DeviceError;
};

}  // namespace heteroscope
