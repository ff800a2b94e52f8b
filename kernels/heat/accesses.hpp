#pragma once

#include <vector>

#include "core/model/capabilities/accesses.hpp"

namespace heteroscope::heat {

/// The memory accesses of all CUDA variants but cuda_thrust, whose kernel is the library's. They are those of one step
/// once a multistep method has its history, and the result is the state after it. For cuda_blocked and cuda_resident
/// they are those of one launch, which makes as many of AccessProblem::steps steps as it can. The plane "between" is
/// whichever spare plane an earlier pass has written.
std::vector<AccessingVariant> accesses();

}  // namespace heteroscope::heat
