#pragma once

#include "core/types/types.hpp"

namespace heteroscope {

/// Fused multiply-adds per second that a processor reaches at most, each vector lane counted.
struct FmaRates {
  double fp32_per_s = 0;
  double fp64_per_s = 0;
  /// Of int32, in which there are none, those of numbers as wide.
  [[nodiscard]] double of(Precision precision) const { return precision == Precision::fp64 ? fp64_per_s : fp32_per_s; }
};

/// What memory, or a cache where the data fits there, reaches at most, bytes per second.
struct MemoryRates {
  double copy_bytes_per_s = 0;  ///< read plus written
  double fill_bytes_per_s = 0;  ///< written alone
};

}  // namespace heteroscope
