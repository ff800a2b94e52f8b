#pragma once

#include <span>

namespace heteroscope {

/// Of a set of measurements, in their unit; all 0 for an empty set.
struct Statistics {
  double median = 0, minimum = 0, maximum = 0, p95 = 0, mean = 0;
  double spread = 0;  ///< (maximum − minimum) / median
  int count = 0;
};

Statistics statistics(std::span<const double> samples);

}  // namespace heteroscope
