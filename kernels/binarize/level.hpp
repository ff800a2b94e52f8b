#pragma once

#include <cmath>
#include <limits>

#include "core/model/job.hpp"

namespace heteroscope::binarize {

/// The mean of the whole source, with which values are compared: the result of the first stage, the same double for
/// every participant and every part.
inline double mean_of(const MapJob& job) {
  return job.carried[0];
}

/// The least T that is not below the mean, for comparisons in T: a value is at least the mean exactly if it is at least
/// this level.
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
