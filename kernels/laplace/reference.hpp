#pragma once

#include "kernels/laplace/backends/cpu_backend.hpp"

namespace heteroscope::laplace {

/// The reference loops that every variant must match to the bit, node by node on one thread. Each method is written
/// once, in a header of its own that methods/methods.inc lists, in terms of what a backend does with its nodes
/// (methods/method.hpp).
inline void settle_plainly(const IterateJob& job) {
  CpuBackend<false> on(job);
  run_method(job, on);
}

}  // namespace heteroscope::laplace
