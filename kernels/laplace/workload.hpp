#pragma once

#include "core/model/workload.hpp"

namespace heteroscope::laplace {

/// The workload `laplace`. The loops that its variants must match are the methods themselves, each at the head of a
/// header of its own, of which methods/jacobi.hpp is the shortest; CpuBackend<false>::each() (backends/cpu_backend.hpp)
/// is the loop over the nodes.
extern const Workload workload;
/// The cases that `verify` and the tests try beside the usual ones.
std::vector<VerifyCase> verify_cases();

}  // namespace heteroscope::laplace
