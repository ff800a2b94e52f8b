#pragma once

#include "core/job.hpp"
#include "core/variant.hpp"
#include "kernels/binarize/sum_error.hpp"

namespace heteroscope::binarize {

/// The sum that a job adds to, where it is memory of the host's.
inline double& partial(const Job& job) {
  return *static_cast<double*>(job.partials);
}

inline constexpr Knobs cpu_knobs{.precisions = both_precisions, .threads = true};

}  // namespace heteroscope::binarize
