#pragma once

#include "core/model/job.hpp"
#include "core/model/variant.hpp"
#include "kernels/binarize/sums/exact_sum.hpp"
#include "kernels/binarize/sums/sum_error.hpp"

namespace heteroscope::binarize {

/// The plain sum that a job adds to, in host memory.
inline double& partial(const ReduceJob& job) {
  return static_cast<double*>(job.partials)[plain_sum];
}
/// Adds exact sums to those of a job in host memory.
inline void add_limbs(const ReduceJob& job, const Limbs& first, const Limbs& second) {
  double* const partials = static_cast<double*>(job.partials);
  partials[first_high] += static_cast<double>(first.high);
  partials[first_low] += static_cast<double>(first.low);
  partials[second_high] += static_cast<double>(second.high);
  partials[second_low] += static_cast<double>(second.low);
}

inline constexpr Knobs cpu_knobs{.precisions = both_precisions, .threads = true};

}  // namespace heteroscope::binarize
