#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/model/workload.hpp"
#include "core/run/frame.hpp"

namespace heteroscope {

/// A bar chart of a result of numbers. Bars are as wide as the bins; where there are more bins than pixels, neighbors
/// share a column as high as the highest of them.
struct Bars {
  std::vector<double> counts;
  std::optional<Bins> bins;  ///< what is counted, where the workload says so
  double total = 0;
  double highest = 0;
  std::optional<double> mean;  ///< of the input, as a share of the axis; nothing where it has no place on it
  double mean_value = 0;

  [[nodiscard]] int size() const { return static_cast<int>(counts.size()); }
};

/// Of a frame whose workload gives numbers.
Bars bars_of(const Frame& frame);

/// The highest count in each of so many columns; at most one column a bin.
std::vector<double> columns_of(std::span<const double> counts, int most);
/// How high a bar is, as a share of the axis, which ends at `top`.
double bar_share(double count, double top, bool logarithmic);
/// Where a value lies on the axis, 0 to 1; nothing outside of it.
std::optional<double> place_on(const Bins& bins, double value);
/// "96 to 104", "96 and above", "12 modulo 256", or "bin 12" where nothing is known of it.
std::string bin_text(const Bars& bars, int bin);
/// The value at the lower end of a bin.
double lower_end(const Bins& bins, int bin, int count);

}  // namespace heteroscope
