#pragma once

#include <vector>

#include "core/model/capabilities/accesses.hpp"

namespace heteroscope::heat {

/// Of the CUDA variants but Thrust's, whose kernel is its own. Launches are those of one step once a multistep method
/// has its history, and the result is the state after it; of cuda_blocked and cuda_resident, of as many of
/// AccessProblem::steps steps as one launch makes. "between" is whichever spare plane a pass before has written.
std::vector<AccessingVariant> accesses();

}  // namespace heteroscope::heat
