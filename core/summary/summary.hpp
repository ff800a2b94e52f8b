#pragma once

#include <cstdint>
#include <optional>

#include "core/types/field_view.hpp"

namespace heteroscope {

/// A field's values at a glance. NaN is counted and left out of the rest; a field that is empty or all NaN has 0 in
/// all.
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

/// The largest magnitude of the field's values; NaN if one of them is NaN.
double largest_magnitude(const Summary& summary);

/// The mean of the values that are numbers; none where there is no number, or where their sum is larger than any double
/// although they are finite. It lies between the smallest and the largest, whatever rounding did to the sum.
std::optional<double> mean_of(const Summary& summary);

/// The summary of two parts of a field together; their sums are added in this order.
Summary joined(const Summary& one, const Summary& other);

/// The summary of a field on the host, computed in parallel.
Summary summarize(const FieldView& view, int threads);

}  // namespace heteroscope
