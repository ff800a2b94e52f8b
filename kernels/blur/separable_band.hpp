#pragma once

#include "core/model/job.hpp"
#include "kernels/blur/mask.hpp"

namespace heteroscope::blur {

/// The rows that one thread of `separable_simd` computes, and what it needs for that.
template <class T>
struct BandTask {
  const MapJob& job;
  const LineMask<T>& mask;
  int radius;
  Border border;
  Rows rows;
  int thread;
};

}  // namespace heteroscope::blur
