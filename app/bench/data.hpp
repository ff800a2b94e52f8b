#pragma once

#include "app/bench/rows.hpp"
#include "app/results/result.hpp"

namespace heteroscope {

/// What was measured, as data that say what they are. Nothing else knows what a row has.
Result result_of(const Bench& bench, const Workload& workload);

}  // namespace heteroscope
