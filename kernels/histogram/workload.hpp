#pragma once

#include "core/model/workload.hpp"

namespace heteroscope::histogram {

/// The workload `histogram`; reference.hpp has the loop that its variants must match.
extern const Workload workload;
/// The cases that `verify` and the tests try beside the usual ones.
std::vector<VerifyCase> verify_cases();

}  // namespace heteroscope::histogram
