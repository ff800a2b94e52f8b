#pragma once

#include <string>
#include <vector>

namespace heteroscope {

/// An axis of a plot.
struct PlotScale {
  double low = 0;
  double high = 1;
  bool logarithmic = false;

  /// Where a value stands, 0 at the low end and 1 at the high one; NaN where it has no place (0 on a logarithmic axis).
  [[nodiscard]] double share(double value) const;
};

/// A scale whose ends are round numbers around the values. Of a logarithmic one both must be positive.
PlotScale round_scale(double low, double high, bool logarithmic);
/// Round values on the scale, at most about `most`.
std::vector<double> ticks_of(const PlotScale& scale, int most);
std::string tick_text(const PlotScale& scale, double value);

}  // namespace heteroscope
