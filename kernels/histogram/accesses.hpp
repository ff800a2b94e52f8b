#pragma once

#include <vector>

#include "core/model/capabilities/accesses.hpp"

namespace heteroscope::histogram {

/// The memory accesses of cuda_global_atomic and cuda_shared. Cells are those of the input. Which counters are
/// incremented depends on the values; without AccessProblem::values the model leaves out the atomic additions to
/// counters, and the additions of a block's counters to those of all.
std::vector<AccessingVariant> accesses();

}  // namespace heteroscope::histogram
