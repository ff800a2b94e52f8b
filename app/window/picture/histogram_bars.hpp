#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/plot/plot.hpp"
#include "core/frame/frame.hpp"
#include "core/model/workload.hpp"

namespace heteroscope {

/// A histogram: the number of values in each bin.
struct Bars {
  std::vector<double> counts;
  std::optional<Bins> bins;  ///< the bins' range, if the workload declares one
  double total = 0;
  double highest = 0;
  std::optional<double> mean;  ///< the input's mean; nothing where it has no place among the bins

  [[nodiscard]] int size() const { return static_cast<int>(counts.size()); }
};

/// Returns the bars of a frame whose workload gives numbers.
Bars bars_of(const Frame& frame);

/// Returns the value at the lower end of a bin, which is the upper end of the one before; the bin's number if its range
/// is unknown.
double lower_end(const Bars& bars, int bin);
/// Returns axis marks at the ends of every bin, every second, every fourth, …: about `most` at most.
std::vector<PlotMark> bin_marks(const Bars& bars, int most);

struct BarColors {
  std::uint32_t bar = 0, mean = 0;
};
/// Returns a plot with a box for each bin, the i-th from i to i + 1, and the mean as a guide. A logarithmic axis shows
/// 1 + count.
Plot bars_plot(const Bars& bars, bool logarithmic, const BarColors& colors);

/// Returns the name of a bin: "96 to 104", "96 and above", "12 modulo 256", or "bin 12" if its range is unknown.
std::string bin_text(const Bars& bars, int bin);

}  // namespace heteroscope
