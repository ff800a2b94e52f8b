#include "core/numbers/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
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

std::optional<MedianRanks> median_ranks(int count, double confidence) {
  const int n = count;
  if (n < 2) return std::nullopt;
  // the terms in the middle are the largest; others are added on both sides until they are enough
  const int middle = n / 2;
  double term = std::exp(std::lgamma(n + 1.0) - std::lgamma(middle + 1.0) - std::lgamma(n - middle + 1.0) -
                         n * std::numbers::ln2);
  double sum = n % 2 == 0 ? term : 2 * term;
  int low = middle;  // of the terms that were added
  while (sum < confidence && low > 1) {
    term *= static_cast<double>(low) / (n - low + 1);
    --low;
    sum += 2 * term;
  }
  if (sum < confidence) return std::nullopt;
  return MedianRanks{low, n + 1 - low};
}

std::optional<Interval> median_interval(std::span<const double> samples, double confidence) {
  const auto ranks = median_ranks(static_cast<int>(samples.size()), confidence);
  if (!ranks) return std::nullopt;
  std::vector<double> sorted(samples.begin(), samples.end());
  std::ranges::sort(sorted);
  const auto of_rank = [&](int rank) { return sorted[static_cast<std::size_t>(rank - 1)]; };
  return Interval{of_rank(ranks->low), of_rank(ranks->high)};
}

}  // namespace heteroscope
