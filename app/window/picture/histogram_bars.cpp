#include "app/window/picture/histogram_bars.hpp"

#include <fmt/format.h>

#include <algorithm>
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
  if (workload.binned) out.bins = workload.binned->bins(frame.plan.parameters);
  const Summary& input = frame.input_summary;
  const std::optional<double> mean = mean_of(input);
  if (!out.bins || !mean) return out;
  // if the axis repeats over the range of values, the mean has no single place on it
  const bool one_turn = !out.bins->repeats || (input.minimum >= out.bins->low && input.maximum < out.bins->high);
  if (one_turn && *mean >= out.bins->low && *mean <= out.bins->high) out.mean = mean;
  return out;
}

double lower_end(const Bars& bars, int bin) {
  if (!bars.bins) return bin;
  return bars.bins->low + (bars.bins->high - bars.bins->low) * bin / std::max(bars.size(), 1);
}

std::vector<PlotMark> bin_marks(const Bars& bars, int most) {
  int step = 1;
  while (step < bars.size() && bars.size() / step > most) step *= 2;
  std::vector<PlotMark> out;
  for (int bin = 0; bin <= bars.size(); bin += step)
    out.push_back({static_cast<double>(bin), format_short(lower_end(bars, bin), 5)});
  return out;
}

Plot bars_plot(const Bars& bars, bool logarithmic, const BarColors& colors) {
  Plot out{.y = {.prefixes = true}, .legend = Legend::none};
  out.x.scale = PlotScale{0, static_cast<double>(std::max(bars.size(), 1))};
  out.y.scale = scale_from_zero(bars.highest);
  out.y.scale->logarithmic = logarithmic;
  out.y.scale->shift = 1;
  for (const double count : bars.counts) {
    const auto bin = static_cast<double>(out.boxes.size());
    out.boxes.push_back({{bin, bin + 1}, {0, count}, colors.bar});
  }
  if (!bars.mean) return out;
  const double share = (*bars.mean - bars.bins->low) / (bars.bins->high - bars.bins->low);
  out.guides.push_back({.at = share * bars.size(), .upward = true, .color = colors.mean, .inside = true, .width = 1.5});
  return out;
}

std::string bin_text(const Bars& bars, int bin) {
  if (!bars.bins) return fmt::format("bin {}", bin);
  constexpr int digits = 6;
  const std::string low = format_short(lower_end(bars, bin), digits);
  const std::string high = format_short(lower_end(bars, bin + 1), digits);
  if (bars.bins->repeats) {
    const std::string turn = format_short(bars.bins->high - bars.bins->low, digits);
    const bool whole = bars.bins->high - bars.bins->low == bars.size();
    return whole ? fmt::format("{} modulo {}", low, turn) : fmt::format("{} to {}, modulo {}", low, high, turn);
  }
  if (bin == 0) return "below " + high;
  return bin + 1 == bars.size() ? low + " and above" : low + " to " + high;
}

}  // namespace heteroscope
