#pragma once

#include <span>

namespace heteroscope {

/// Of a set of measurements, in their unit (the mean square error: in its square); all 0 for an empty set.
struct Statistics {
  double median = 0, minimum = 0, maximum = 0, p95 = 0, mean = 0;
  double spread = 0;             ///< (maximum − minimum) / median
  double mean_square_error = 0;  ///< Σ (sample − mean)² / count
  int count = 0;
};

Statistics statistics(std::span<const double> samples);

}  // namespace heteroscope
