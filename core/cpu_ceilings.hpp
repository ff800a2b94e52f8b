#pragma once

#include "core/types.hpp"

namespace heteroscope {

/// What this processor can do at most, measured: the best of several runs of loops that do nothing else.
struct CpuCeilings {
  int threads = 1;              ///< of the figures that do not say one thread
  double copy_bytes_per_s = 0;  ///< read plus written by a large copy, all threads
  double fill_bytes_per_s = 0;  ///< written by a large fill, all threads
  double fma_fp32_per_s = 0;    ///< fused multiply-adds, each vector lane counted, all threads
  double fma_fp64_per_s = 0;
  double fma_fp32_per_s_one_thread = 0;
  double fma_fp64_per_s_one_thread = 0;

  /// Fused multiply-adds per second in a precision, on one thread or on all.
  [[nodiscard]] double fma_per_s(Precision precision, bool one_thread) const {
    if (precision == Precision::fp32) return one_thread ? fma_fp32_per_s_one_thread : fma_fp32_per_s;
    return one_thread ? fma_fp64_per_s_one_thread : fma_fp64_per_s;
  }
};

/// Takes about two seconds. `threads` 0: all cores.
CpuCeilings measure_cpu_ceilings(int threads = 0);

}  // namespace heteroscope
