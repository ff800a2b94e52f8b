#pragma once

#include "core/model/access_pattern.hpp"

namespace heteroscope::blur {

/// The kernel `strips` (fused_strip.cuh). A warp's step is a row of its march: the copies of a later row that it
/// starts, asynchronous and by value where they cannot be had by chunks, what it reads of its line in shared memory,
/// and, after the first 2 radius rows, a row of the result.
///
/// What is read of a line is as the compiler (CUDA 13.0, for sm_90) leaves it, at every radius that has code.
AccessPattern fused_accesses(const AccessProblem& problem);

}  // namespace heteroscope::blur
