#pragma once

#include "core/model/access_pattern.hpp"

namespace heteroscope::blur {

/// The accesses of the kernel `tensor_strips` (tensor_strip.cuh). A step of a warp is 8 rows of its march: it loads 8
/// more rows (the kernel does so one step early) and, once all rows that these depend on have been added, stores 8 rows
/// of the result. The matrix products have no addresses, since their operands are in registers; which value of a matrix
/// a lane holds (PTX ISA, "Matrix Fragments for mma.m16n8k8") determines the loads and stores lane by lane. There is no
/// shared memory.
AccessPattern tensor_accesses(const AccessProblem& problem);

}  // namespace heteroscope::blur
