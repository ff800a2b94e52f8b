#pragma once

#include <cmath>
#include <limits>

#include "core/model/job.hpp"

namespace heteroscope::binarize {

/// The mean of the whole source, which values are compared with: what the stage before has found, the same double for
/// every lane and every part.
inline double mean_of(const MapJob& job) {
  return job.carried[0];
}

/// The least T that is not below the mean, for comparing in T: a value is not below the mean exactly where it is not
/// below this level, since the values that are not below the mean are the level and those above it.
template <class T>
T level_of(double mean) {
  if constexpr (sizeof(T) == sizeof(double)) {
    return mean;
  } else {
    constexpr T infinity = std::numeric_limits<T>::infinity();
    constexpr T largest = std::numeric_limits<T>::max();
    if (mean > largest) return infinity;
    if (mean == -std::numeric_limits<double>::infinity()) return -infinity;
    if (mean < -largest) return -largest;
    const T nearest = static_cast<T>(mean);
    return nearest < mean ? std::nextafter(nearest, infinity) : nearest;
  }
}

}  // namespace heteroscope::binarize
