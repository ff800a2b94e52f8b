#pragma once

#include <cstdint>

#include "core/types/types.hpp"

/// Bounds of |sum − exact| / Σ|x| for sums of rounded additions, and so of the means' errors relative to the mean of
/// |x|.
namespace heteroscope::binarize {

inline constexpr double roundoff_fp32 = 0x1p-24;
inline constexpr double roundoff_fp64 = 0x1p-53;

/// The roundings at the end of a processor's sum: one to what its partial holds, one when it is added to the other
/// processor's sum, one when it is divided by the number of values. (A frame that is computed in bands, so that it can
/// be cancelled, has one more for each band after the first.)
inline constexpr double joins = 3;

/// The bound if no value passes through more than d additions: γ = d·u / (1 − d·u) (Higham, Accuracy and Stability of
/// Numerical Algorithms, 2nd edition, lemma 3.1 and section 4.2).
constexpr double error_of_depth(double additions) {
  const double share = (additions + joins) * roundoff_fp64;
  return share / (1 - share);
}

/// The bound for any order: (n − 1)·u, for every n (Jeannerod and Rump, Improved error bounds for inner products in
/// floating-point arithmetic, SIAM J. Matrix Anal. Appl. 34, 2013).
constexpr double error_in_any_order(std::int64_t values, Precision) {
  return (static_cast<double>(values - 1) + joins) * roundoff_fp64;
}

/// The bound for exact_sum.hpp: half a unit of the second digit a value, at most 2^-102 of twice the largest magnitude,
/// and one rounding of the whole; one more where another participant's plain sum is added.
constexpr double error_of_exact_sum(std::int64_t values, Precision) {
  return error_of_depth(0) + static_cast<double>(values) * 0x1p-101;
}

}  // namespace heteroscope::binarize
