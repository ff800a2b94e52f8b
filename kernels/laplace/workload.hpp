#pragma once

#include "core/model/workload.hpp"

namespace heteroscope::laplace {

/// The plain loops that its variants are held to are the methods themselves, each at the head of a header of its own,
/// jacobi.hpp being the shortest; CpuBackend<false>::each() (cpu_backend.hpp) is the loop over the nodes.
extern const Workload workload;
/// What `verify` tries of it beyond the usual cases.
std::vector<Trial> trials();

}  // namespace heteroscope::laplace
