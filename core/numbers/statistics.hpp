#pragma once

#include <optional>
#include <span>

#include "core/numbers/interval.hpp"

namespace heteroscope {

/// Statistics of a set of measurements, in their unit (the mean square error in its square); all 0 for an empty set.
struct Statistics {
  double median = 0, minimum = 0, maximum = 0, p95 = 0, mean = 0;
  double spread = 0;             ///< (maximum − minimum) / median
  double mean_square_error = 0;  ///< Σ (sample − mean)² / count
  int count = 0;
};

Statistics statistics(std::span<const double> samples);

/// The ranks, from 1, between which the median of what `count` independent samples are drawn from lies with at least
/// that probability, whatever the distribution: each sample is below it as a coin falls, so the chance that it is
/// between the l-th and the l-th from the top is Σ C(n, k) / 2ⁿ over k = l … n − l (H. A. David and H. N. Nagaraja,
/// "Order Statistics", 3rd ed., section 7.1). None where even all of them are too few: below 6 for 95 %.
struct MedianRanks {
  int low = 0;
  int high = 0;
  bool operator==(const MedianRanks&) const = default;
};
std::optional<MedianRanks> median_ranks(int count, double confidence = 0.95);

/// The samples of these ranks.
std::optional<Interval> median_interval(std::span<const double> samples, double confidence = 0.95);

}  // namespace heteroscope
