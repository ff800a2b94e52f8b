#pragma once

#include <optional>

#include "core/device/device.hpp"

namespace heteroscope::device {

/// What a GPU can do at most by its data sheet, as its driver tells it; none where the driver does not say what is
/// needed for it.
struct Peaks {
  /// Multiprocessors × fp32 lanes × clock: each lane begins a multiply-add, two flop, in a cycle.
  std::optional<double> fp32_fma_per_s;
  std::optional<double> fp64_fma_per_s;  ///< that over the ratio of the two
  /// Of the memory's bus: its width × twice the memory's clock, since data move at both edges of it.
  std::optional<double> bus_bytes_per_s;
  std::optional<int> fp32_per_fp64;  ///< how many fp32 operations take the time of one in fp64
};

Peaks peaks_of(const Facts& gpu);

}  // namespace heteroscope::device
