#pragma once

#include "core/model/job.hpp"

namespace heteroscope::nbody {

/// Moves the job's bodies by half a step on the GPU, in the order of its stream and without a trace. Their places go to
/// bodies_half_way() of the job's step number `step`.
void drift_half_on_gpu(const IterateJob& job, int step);

}  // namespace heteroscope::nbody
