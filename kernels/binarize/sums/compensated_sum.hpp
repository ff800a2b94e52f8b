#pragma once

#include <cmath>

#include "core/types/field_view.hpp"

namespace heteroscope::binarize {

/// A compensated sum: it computes the error of each addition exactly (Knuth's TwoSum) and adds the errors up
/// separately. This is Sum2 of Ogita, Rump and Oishi, Accurate sum and dot product, SIAM J. Sci. Comput. 26 (2005),
/// with the same corrections as Neumaier's. After n values |value() − exact| ≤ u·|exact| + γ²·Σ|x| with γ = n·u / (1 −
/// n·u), u = 2⁻⁵³, if nothing overflows.
struct CompensatedSum {
  double sum = 0;
  double errors = 0;

  void add(double x) {
    const double total = sum + x;
    const double added = total - sum;
    errors += (sum - (total - added)) + (x - added);
    sum = total;
  }
  void add(const CompensatedSum& other) {
    add(other.sum);
    errors += other.errors;
  }
  /// The corrected sum; the plain one if values are infinite or NaN.
  [[nodiscard]] double value() const { return std::isfinite(errors) ? sum + errors : sum; }
};

/// The compensated sum of a host field's values times `scale`, on all cores; its bits do not depend on their number.
double compensated_sum(const FieldView& view, double scale = 1);

/// The compensated sum divided by the number of values, even if the sum exceeds the largest double.
double compensated_mean(const FieldView& view);

}  // namespace heteroscope::binarize
