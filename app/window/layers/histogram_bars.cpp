#include "app/window/layers/histogram_bars.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "app/text/format.hpp"

namespace heteroscope {

Bars bars_of(const Frame& frame) {
  Bars out;
  const Field field = frame.field.with_host_copy();
  const Size size = field.size();
  out.counts.resize(static_cast<std::size_t>(size.area()));
  with_precision(field.precision(), [&]<class T>() {
    const T* values = field.host_view().row<T>(0);
    std::copy(values, values + size.area(), out.counts.begin());
  });
  out.total = std::accumulate(out.counts.begin(), out.counts.end(), 0.0);
  out.highest = out.counts.empty() ? 0 : *std::ranges::max_element(out.counts);
  const Workload& workload = *frame.plan.workload;
  if (workload.bins != nullptr) out.bins = workload.bins(frame.plan.parameters);
  const Summary& input = frame.input_summary;
  const auto numbers = static_cast<double>(input.count - input.nans);
  if (!out.bins || numbers <= 0) return out;
  out.mean_value = input.sum / numbers;
  // Where the axis stands for more than one turn of values, the mean has no place on it.
  const bool one_turn = !out.bins->repeats || (input.minimum >= out.bins->low && input.maximum < out.bins->high);
  if (one_turn) out.mean = place_on(*out.bins, out.mean_value);
  return out;
}

std::vector<double> columns_of(std::span<const double> counts, int most) {
  const std::size_t columns = std::min(counts.size(), static_cast<std::size_t>(std::max(most, 1)));
  std::vector<double> out(columns, 0.0);
  for (std::size_t i = 0; i < columns; ++i) {
    const std::size_t from = i * counts.size() / columns;
    const std::size_t to = (i + 1) * counts.size() / columns;
    for (std::size_t k = from; k < to; ++k) out[i] = std::max(out[i], counts[k]);
  }
  return out;
}

double bar_share(double count, double top, bool logarithmic) {
  if (!(count > 0) || !(top > 0)) return 0;
  const double share = logarithmic ? std::log1p(count) / std::log1p(top) : count / top;
  return std::min(share, 1.0);
}

std::optional<double> place_on(const Bins& bins, double value) {
  const double place = (value - bins.low) / (bins.high - bins.low);
  return place >= 0 && place <= 1 ? std::optional(place) : std::nullopt;
}

double lower_end(const Bins& bins, int bin, int count) {
  return bins.low + (bins.high - bins.low) * bin / std::max(count, 1);
}

std::string bin_text(const Bars& bars, int bin) {
  if (!bars.bins) return fmt::format("bin {}", bin);
  constexpr int digits = 6;
  const std::string low = format_short(lower_end(*bars.bins, bin, bars.size()), digits);
  const std::string high = format_short(lower_end(*bars.bins, bin + 1, bars.size()), digits);
  if (bars.bins->repeats) {
    const std::string turn = format_short(bars.bins->high - bars.bins->low, digits);
    const bool whole = bars.bins->high - bars.bins->low == bars.size();
    return whole ? fmt::format("{} modulo {}", low, turn) : fmt::format("{} to {}, modulo {}", low, high, turn);
  }
  if (bin == 0) return "below " + high;
  return bin + 1 == bars.size() ? low + " and above" : low + " to " + high;
}

}  // namespace heteroscope
