#pragma once

#include <optional>

#include "core/device/device.hpp"

namespace heteroscope::device {

/// The peak rates of a GPU by its data sheet, computed from what its driver reports; none if the driver does not report
/// what is needed.
struct Peaks {
  /// Multiprocessors × fp32 lanes × clock: each lane begins a multiply-add, two flop, in a cycle.
  std::optional<double> fp32_fma_per_s;
  std::optional<double> fp64_fma_per_s;  ///< that over the ratio of the two
  /// The peak of the memory bus: its width × twice the memory's clock, since data move at both edges of the clock.
  std::optional<double> bus_bytes_per_s;
  std::optional<int> fp32_per_fp64;  ///< how many fp32 operations take the time of one in fp64
};

Peaks peaks_of(const Facts& gpu);

}  // namespace heteroscope::device
