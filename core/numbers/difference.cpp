#include "core/numbers/difference.hpp"

#include <fmt/format.h>

#include <cmath>

#include "core/numbers/statistics.hpp"

namespace heteroscope {

MedianTime median_time(std::span<const double> samples) {
  return {statistics(samples).median, median_interval(samples)};
}

bool tied(const MedianTime& a, const MedianTime& b, double noise) {
  if (std::abs(a.median - b.median) <= noise) return true;
  return a.interval && b.interval && a.interval->low <= b.interval->high && b.interval->low <= a.interval->high;
}

std::optional<double> longer_by(const MedianTime& a, const MedianTime& b, double noise) {
  if (!a.interval || !b.interval || !(b.median > 0) || tied(a, b, noise)) return std::nullopt;
  return a.median / b.median - 1;
}

std::string difference_text(std::optional<double> share) {
  return share ? fmt::format("{:+.1f} %", 100 * *share) : "not measurable here";
}

}  // namespace heteroscope
