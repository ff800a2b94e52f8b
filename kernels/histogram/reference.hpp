#pragma once

#include <cstdint>
#include <span>

namespace heteroscope::histogram {

/// The reference loop that all variants must match: each value of a row is counted in its bin
/// (kernels/histogram/bins.hpp).
template <class T, class Bins>
void count_row(const T* row, int width, const Bins& bins, std::span<std::uint64_t> counts) {
  for (int x = 0; x < width; ++x) ++counts[bins(row[x])];
}

}  // namespace heteroscope::histogram
