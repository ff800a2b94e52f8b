#pragma once

#include "core/model/access_pattern.hpp"

namespace heteroscope::histogram {

/// The accesses of the kernel `count` of cuda_private.cu. A step of a warp is one of its tiles: the loads of its
/// values, which the kernel starts while it counts the previous tile, and the accesses of counting them.
AccessPattern private_accesses(const AccessProblem& problem);

}  // namespace heteroscope::histogram
