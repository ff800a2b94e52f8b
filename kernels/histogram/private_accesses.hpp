#pragma once

#include "core/model/access_pattern.hpp"

namespace heteroscope::histogram {

/// The kernel `count` of cuda_private.cu. A warp's step is one of its tiles: the loads of its values, which the kernel
/// starts while it counts the tile before, and what counting them takes.
AccessPattern private_accesses(const AccessProblem& problem);

}  // namespace heteroscope::histogram
