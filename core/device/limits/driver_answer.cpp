#include "core/device/limits/driver_answer.hpp"

#include <fmt/format.h>

namespace heteroscope::device {

namespace {

std::string dotted(int version) {
  return fmt::format("{}.{}", version / 1000, version % 1000 / 10);
}

/// Both numbers, and the driver that is new enough: since CUDA 11 one of a major number serves all of its minor ones.
/// Source: CUDA Toolkit's release notes, "CUDA Toolkit and Minimum Required NVIDIA Driver Version".
std::string too_old(const DriverAnswer& answer) {
  const int major = answer.runtime / 1000;
  const std::string_view needed = major == 13 ? "580" : major == 12 ? "525" : "";
  return fmt::format("the driver supports CUDA {}, this program needs {}{}", dotted(answer.driver),
                     dotted(answer.runtime),
                     needed.empty() ? "" : fmt::format(", for which NVIDIA's driver must be {} or newer", needed));
}

std::string reason_of_answer(const DriverAnswer& answer) {
  if (answer.driver == 0) return "no NVIDIA driver is installed";
  switch (answer.status) {
    case 0:
      return answer.count > 0 ? "" : "the driver finds no GPU";
    case error_insufficient_driver:
      return too_old(answer);
    case error_no_device:
      return "the driver finds no NVIDIA GPU that this process may use (CUDA_VISIBLE_DEVICES may hide it, or "
             "a container was started without --gpus)";
    case error_system_not_ready:
      return "the GPUs are not ready yet (with NVSwitch the service nvidia-fabricmanager must run)";
    case error_driver_mismatch:
      return "the library and the kernel module of the driver have different versions (restart the machine to "
             "load the new module)";
    case error_unknown:
      return "the driver does not answer, as sometimes after a suspend (modprobe -r nvidia_uvm, then modprobe "
             "nvidia_uvm)";
    default:
      return fmt::format("CUDA says: {}", answer.words);
  }
}

}  // namespace

std::string refusal_of_driver(const DriverAnswer& answer) {
  return reason_of_answer(answer);
}

}  // namespace heteroscope::device
