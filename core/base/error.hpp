#pragma once

#include <stdexcept>
#include <string>
#include <utility>

namespace heteroscope {

/// What is wrong with a thing that the user gave.
enum class Wrong {
  unsaid,   ///< only the message says it
  missing,  ///< it has to be there
  unknown,  ///< there is none of that name
  kind,     ///< it is a value of another kind, or not written as such values are
  value,    ///< such a value is not allowed there: it is out of range, or not whole
  unused,   ///< nothing takes it here
  damaged,  ///< it is cut short, or not what was written
};

/// Thrown if the user's input cannot be used; the message is one line that names the offending thing and what would be
/// right. The command line answers it with exit code 2. Tests ask for the code and the thing, so that words may become
/// better.
struct BadInput : std::runtime_error {
  using std::runtime_error::runtime_error;
  BadInput(Wrong code, std::string name, const std::string& message)
      : std::runtime_error(message), wrong(code), thing(std::move(name)) {}

  Wrong wrong = Wrong::unsaid;
  std::string thing;  ///< as the message calls it: "look.palette", "--size"; empty where wrong is unsaid
};

/// Thrown if a machine elsewhere cannot be reached, or the link to it was lost. What is asked of it may be had later,
/// and is none of the user's faults but for the machine's name or its command.
struct Unreachable : BadInput {
  using BadInput::BadInput;
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

/// A variant did what none may do: it ended the process that it ran in, did not come to an end, or wrote outside of its
/// memory. The message says what.
struct VariantFault : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace heteroscope
