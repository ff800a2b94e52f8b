#pragma once

#include <cstdint>
#include <optional>

#include "core/types/field_view.hpp"

namespace heteroscope {

/// What a field holds, at a glance. NaNs are counted and left out of the rest; an empty or all-NaN field has 0 in all.
struct Summary {
  double minimum = 0;
  double maximum = 0;
  double sum = 0;         ///< added in fp64; exact for integers up to 2^53
  double magnitudes = 0;  ///< the sum of the values without their signs, added likewise
  std::int64_t zeros = 0;
  std::int64_t nans = 0;
  std::int64_t subnormals = 0;  ///< not 0, but below the precision's smallest normal number
  std::int64_t count = 0;
};

/// Of the field's values; no number where one of them is none.
double largest_magnitude(const Summary& summary);

/// The mean of the values that are numbers; none where there is no number, or where their sum is larger than any double
/// although they are finite. It lies between the smallest and the largest, whatever rounding did to the sum.
std::optional<double> mean_of(const Summary& summary);

/// Of two parts of a field together; the sum is added in their order.
Summary joined(const Summary& one, const Summary& other);

/// Of a field on the host; parallel.
Summary summarize(const FieldView& view, int threads);

}  // namespace heteroscope
