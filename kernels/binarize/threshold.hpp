#pragma once

#include "core/base/host_device.hpp"

namespace heteroscope::binarize {

/// 255 if a value is at least the mean, otherwise 0; compared in fp64. NaN becomes 0.
template <class T>
HETEROSCOPE_HD constexpr T binarized(T value, double mean) {
  return static_cast<double>(value) >= mean ? T(255) : T(0);
}

/// The same result as `binarized`, with the mean's level (level.hpp).
template <class T>
HETEROSCOPE_HD constexpr T above(T value, T level) {
  return value >= level ? T(255) : T(0);
}

}  // namespace heteroscope::binarize
