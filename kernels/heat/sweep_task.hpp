#pragma once

#include "core/model/job.hpp"
#include "kernels/heat/sweep.hpp"

namespace heteroscope::heat {

/// What one thread of `simd` does in a sweep.
struct SweepTask {
  const IterateJob& job;
  const Sweep& sweep;
  Rows rows;  ///< of the result
  int thread;
  int strip;       ///< columns, a multiple of a cache line's
  bool streaming;  ///< results are written around the caches
  bool aligned;    ///< rows of planes begin at cache lines
};

}  // namespace heteroscope::heat
