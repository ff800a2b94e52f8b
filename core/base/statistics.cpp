#include "core/base/statistics.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

namespace heteroscope {

Statistics statistics(std::span<const double> samples) {
  Statistics out;
  if (samples.empty()) return out;
  std::vector<double> sorted(samples.begin(), samples.end());
  std::sort(sorted.begin(), sorted.end());
  const std::size_t n = sorted.size();
  out.count = static_cast<int>(n);
  out.minimum = sorted.front();
  out.maximum = sorted.back();
  out.median = n % 2 == 1 ? sorted[n / 2] : 0.5 * (sorted[n / 2 - 1] + sorted[n / 2]);
  out.p95 = sorted[(95 * n + 99) / 100 - 1];  // nearest rank: the smallest sample that 95 % do not exceed
  out.mean = std::accumulate(sorted.begin(), sorted.end(), 0.0) / static_cast<double>(n);
  for (const double each : sorted) out.mean_square_error += (each - out.mean) * (each - out.mean);
  out.mean_square_error /= static_cast<double>(n);
  if (out.median != 0) out.spread = (out.maximum - out.minimum) / out.median;
  return out;
}

}  // namespace heteroscope
