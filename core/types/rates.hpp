#pragma once

#include "core/types/types.hpp"

namespace heteroscope {

/// Fused multiply-adds per second that a processor reaches at most, each vector lane counted.
struct FmaRates {
  double fp32_per_s = 0;
  double fp64_per_s = 0;
  /// The rate for a precision; int32, which has no multiply-adds, has that of numbers as wide.
  [[nodiscard]] double of(Precision precision) const { return precision == Precision::fp64 ? fp64_per_s : fp32_per_s; }
};

/// The rates that memory, or a cache if the data fit there, reaches at most, in bytes per second.
struct MemoryRates {
  double copy_bytes_per_s = 0;  ///< read plus written
  double fill_bytes_per_s = 0;  ///< written alone
};

}  // namespace heteroscope
