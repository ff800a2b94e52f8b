#pragma once

#include "core/model/job.hpp"
#include "kernels/heat/sweep/sweep.hpp"

namespace heteroscope::heat {

/// The part of a sweep that one thread of `simd` computes.
struct SweepTask {
  const IterateJob& job;
  const Sweep& sweep;
  Rows rows;  ///< rows of the result that this thread writes
  int thread;
  int strip;       ///< columns of a strip, a multiple of those in a cache line
  bool streaming;  ///< results are written with streaming stores, past the caches
  bool aligned;    ///< rows of planes begin at cache lines
};

}  // namespace heteroscope::heat
