#pragma once

#include <vector>

#include "core/model/capabilities/accesses.hpp"

namespace heteroscope::heat {

/// The memory accesses of cuda_global, of cuda_dependent and cuda_graph, whose kernels access the same, and of
/// cuda_shared. They are those of one step once a multistep method has its history, and the result is the state after
/// it. The plane "between" is whichever spare plane an earlier pass has written.
std::vector<AccessingVariant> accesses();

}  // namespace heteroscope::heat
