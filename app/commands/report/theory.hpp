#pragma once

#include "app/results/result.hpp"
#include "app/text/document.hpp"
#include "core/model/workload.hpp"

namespace heteroscope {

/// The workload that was measured; null for one that this program does not know.
const Workload* workload_of(const Result& result);

/// For each problem: what it needs at least, what limits it by the ceilings of the run, how long it should take by
/// these, and how long the fastest variant took.
Document expected_times(const Result& result);

}  // namespace heteroscope
