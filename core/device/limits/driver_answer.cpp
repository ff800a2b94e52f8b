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
  return fmt::format("the driver serves CUDA {}, this program needs {}{}", dotted(answer.driver),
                     dotted(answer.runtime),
                     needed.empty() ? "" : fmt::format(", which NVIDIA's driver {} and newer serve", needed));
}

std::string reason_of(const DriverAnswer& answer) {
  if (answer.driver == 0) return "no NVIDIA driver is installed";
  switch (answer.status) {
    case 0:
      return answer.count > 0 ? "" : "the driver names none";
    case error_insufficient_driver:
      return too_old(answer);
    case error_no_device:
      return "the driver finds no NVIDIA GPU that this process may use (CUDA_VISIBLE_DEVICES, or a container without "
             "--gpus, can hide it)";
    case error_system_not_ready:
      return "the GPUs are not ready yet (with NVSwitch the service nvidia-fabricmanager has to run)";
    case error_driver_mismatch:
      return "the driver's library and its kernel module are of two versions (a restart of the machine loads the new "
             "module)";
    case error_unknown:
      return "the driver does not answer, as after a suspend (modprobe -r nvidia_uvm, then modprobe nvidia_uvm)";
    default:
      return answer.words;
  }
}

}  // namespace

std::string refusal_of_driver(const DriverAnswer& answer) {
  const std::string reason = reason_of(answer);
  return reason.empty() ? reason : "no CUDA device: " + reason;
}

}  // namespace heteroscope::device
