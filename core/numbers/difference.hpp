#pragma once

#include <optional>
#include <span>
#include <string>

#include "core/numbers/interval.hpp"

namespace heteroscope {

/// The median of some runs' times, in any unit.
struct MedianTime {
  double median = 0;
  std::optional<Interval> interval;  ///< that holds it with 95 %; none of too few runs
};
MedianTime median_time(std::span<const double> samples);

/// Neither is known to be the longer: their intervals meet, or they are apart by no more than the noise, in their unit.
/// False where one has too few runs for an interval and they are further apart.
bool tied(const MedianTime& a, const MedianTime& b, double noise = 0);

/// By how much `a` takes longer than `b`, as a share of `b`; none if that cannot be told, since the two are tied or one
/// has too few runs.
std::optional<double> longer_by(const MedianTime& a, const MedianTime& b, double noise = 0);

/// "+0.3 %", or "not measurable here" for none.
std::string difference_text(std::optional<double> share);

}  // namespace heteroscope
