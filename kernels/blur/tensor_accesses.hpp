#pragma once

#include "core/model/access_pattern.hpp"

namespace heteroscope::blur {

/// The kernel `tensor_strips` (tensor_strip.cuh). A warp's step is 8 rows of its march: the loads of 8 more rows, which
/// the kernel makes one step early, and, once all that these need have been added, 8 rows of the result. Its products
/// have no addresses: their factors and sums are in registers, and which value of a matrix a lane holds (PTX ISA,
/// "Matrix Fragments for mma.m16n8k8") is what the kernel reads and writes them by, lane by lane. It has no shared
/// memory.
AccessPattern tensor_accesses(const AccessProblem& problem);

}  // namespace heteroscope::blur
