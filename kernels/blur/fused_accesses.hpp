#pragma once

#include "core/model/access_pattern.hpp"

namespace heteroscope::blur {

/// The accesses of the kernel `strips` (fused_strip.cuh). A step of a warp is one row of its march: it starts the
/// copies of a later row, asynchronously, value by value where chunks are impossible; it reads its line in shared
/// memory; and after the first 2 radius rows it stores a row of the result.
///
/// The reads of a line are those that the compiler (CUDA 13.0, for sm_90) emits, at every radius that has code of its
/// own.
AccessPattern fused_accesses(const AccessProblem& problem);

}  // namespace heteroscope::blur
