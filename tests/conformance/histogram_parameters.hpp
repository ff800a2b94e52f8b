#pragma once

#include <limits>

#include "kernels/histogram/with_bins.hpp"

namespace heteroscope::histogram {

inline constexpr double infinity = std::numeric_limits<double>::infinity();

inline Parameters range(int bins, double low, double high) {
  return {.bins = bins, .binning = Binning::range, .low = low, .high = high};
}
inline Parameters modulo(int bins) {
  return {.bins = bins, .binning = Binning::modulo};
}

}  // namespace heteroscope::histogram
