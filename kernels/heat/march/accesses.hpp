#pragma once

#include "core/model/access_pattern.hpp"

namespace heteroscope::heat {

/// The memory accesses of the kernel `marches` (kernel.cuh). Each step of a warp is one row of its march: it loads a
/// later row and, after the first rows, stores a row of the result. There is no shared memory.
AccessPattern march_accesses(const AccessProblem& problem);

}  // namespace heteroscope::heat
