#pragma once

#include <vector>

#include "core/model/capabilities/accesses.hpp"

namespace heteroscope::histogram {

/// Of all CUDA variants but CUB's, whose kernels are its own. Cells are the input's. Where values go decides what is
/// counted where: without AccessProblem::values the atomic additions to a value's counter are left out, and what
/// cuda_private does to its bytes, and the additions of a block's counters to those of all.
std::vector<AccessingVariant> accesses();

}  // namespace heteroscope::histogram
