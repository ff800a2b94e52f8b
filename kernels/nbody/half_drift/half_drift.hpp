#pragma once

#include "core/model/job.hpp"

namespace heteroscope::nbody {

/// Moves the job's bodies by half a step on the GPU, in the order of its stream: to the job's scratch, whose first two
/// arrays of all bodies steps use in turn. `step`: which of the job's. Nothing of it is traced.
void drift_half_on_gpu(const IterateJob& job, int step);

}  // namespace heteroscope::nbody
