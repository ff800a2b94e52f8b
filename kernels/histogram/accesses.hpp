#pragma once

#include <vector>

#include "core/model/capabilities/accesses.hpp"

namespace heteroscope::histogram {

/// The memory accesses of all CUDA variants but CUB's, whose kernels are the library's. Cells are those of the input.
/// Which counters are incremented depends on the values; without AccessProblem::values the model leaves out the atomic
/// additions to counters, what cuda_private does to its bytes, and the additions of a block's counters to those of all.
std::vector<AccessingVariant> accesses();

}  // namespace heteroscope::histogram
