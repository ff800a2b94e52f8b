#pragma once

#include <string>
#include <string_view>

namespace heteroscope::device {

/// The driver's answer when it was asked for its GPUs.
struct DriverAnswer {
  int driver = 0;   ///< the newest CUDA that it serves, as CUDA counts: 13000 is 13.0; 0: there is no driver's library
  int runtime = 0;  ///< likewise: the CUDA that the program was built with
  int status = 0;   ///< cudaError_t of the question
  std::string words;  ///< CUDA's own for that
  int count = 0;      ///< of GPUs
};

/// Numbers of cudaError_t that have a sentence of their own. Source: driver_types.h of CUDA's runtime.
inline constexpr int error_insufficient_driver = 35;
inline constexpr int error_devices_unavailable = 46;
inline constexpr int error_no_device = 100;
inline constexpr int error_system_not_ready = 802;
inline constexpr int error_driver_mismatch = 803;
inline constexpr int error_unknown = 999;

/// Why the driver gives no GPU, as one line with what can be done about it; empty if it gives one.
std::string refusal_of_driver(const DriverAnswer& answer);

/// The message for a GPU whose compute mode is exclusive and that another process uses.
inline constexpr std::string_view held_by_another =
    "its compute mode allows only one process, and another one is using it (nvidia-smi -c 0 allows "
    "all)";

}  // namespace heteroscope::device
