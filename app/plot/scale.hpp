#pragma once

#include <string>
#include <vector>

namespace heteroscope {

/// An axis of a plot.
struct PlotScale {
  double low = 0;
  double high = 1;
  bool logarithmic = false;
  double shift = 0;  ///< a logarithmic scale is of value + shift: with 1, counts that begin at 0 have a place

  /// The place of a value, 0 at the low end and 1 at the high one; NaN if it has none (0 on a logarithmic axis).
  [[nodiscard]] double share(double value) const;
  /// The value at a place.
  [[nodiscard]] double value(double share) const;
};

/// A scale whose ends are round numbers around the values. Of a logarithmic one both must be positive.
PlotScale round_scale(double low, double high, bool logarithmic);
/// The scale from 0 to a round number that is not below the value; to 1 if that is not positive.
PlotScale scale_from_zero(double most);
/// Round values on the scale, at most about `most`.
std::vector<double> ticks_of(const PlotScale& scale, int most);
std::string tick_text(const PlotScale& scale, double value);
/// "500 M": a tick with few digits and an SI prefix.
std::string prefixed_tick(double value);

}  // namespace heteroscope
