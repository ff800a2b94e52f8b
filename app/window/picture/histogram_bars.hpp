#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/plot/plot.hpp"
#include "core/model/workload.hpp"
#include "core/run/frame.hpp"

namespace heteroscope {

/// A result of numbers: how many values each bin has.
struct Bars {
  std::vector<double> counts;
  std::optional<Bins> bins;  ///< what is counted, where the workload says so
  double total = 0;
  double highest = 0;
  std::optional<double> mean;  ///< of the input; nothing where it has no place among the bins

  [[nodiscard]] int size() const { return static_cast<int>(counts.size()); }
};

/// Of a frame whose workload gives numbers.
Bars bars_of(const Frame& frame);

/// The value at the lower end of a bin, or at the upper one of the bin before; its number where nothing is known of it.
double lower_end(const Bars& bars, int bin);
/// The ends of every bin, every second, every fourth, …, on an axis of bins: at most about `most` of them.
std::vector<PlotMark> bin_marks(const Bars& bars, int most);

struct BarColors {
  std::uint32_t bar = 0, mean = 0;
};
/// A box a bin, the i-th from i to i + 1, and the mean as a guide. The logarithmic scale is of 1 + count.
Plot bars_plot(const Bars& bars, bool logarithmic, const BarColors& colors);

/// "96 to 104", "96 and above", "12 modulo 256", or "bin 12" where nothing is known of it.
std::string bin_text(const Bars& bars, int bin);

}  // namespace heteroscope
