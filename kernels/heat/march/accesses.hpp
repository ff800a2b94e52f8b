#pragma once

#include "core/model/access_pattern.hpp"

namespace heteroscope::heat {

/// The kernel `marches` (kernel.cuh). A warp's step is a row of its march: the loads of a later row and, after the
/// first rows, a row of the result. It has no shared memory.
AccessPattern march_accesses(const AccessProblem& problem);

}  // namespace heteroscope::heat
