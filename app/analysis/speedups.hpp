#pragma once

#include "app/results/result.hpp"
#include "core/model/suite.hpp"

namespace heteroscope {

/// Sets each row's speed-up against the reference that was measured last before it, in the same scene, precision and
/// stage; and against the suite's baseline in the same scene, precision and block: for rows without a block, and where
/// the baseline has none, against its fastest row there. `suite`: null for a workload.
void set_speedups(Result& result, const Suite* suite);

}  // namespace heteroscope
