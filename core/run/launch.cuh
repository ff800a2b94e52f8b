#pragma once

#include <string_view>

#include "core/device/cuda_check.cuh"
#include "core/model/job.hpp"
#include "core/model/variant.hpp"
#include "core/run/trace_cuda.cuh"

namespace heteroscope {

inline dim3 block_of(const Job& job) {
  return {static_cast<unsigned>(job.block.x), static_cast<unsigned>(job.block.y)};
}

/// Blocks of the job's shape over `width` × its rows. A grid has at most 65535 blocks downward: kernels walk on from
/// there.
inline dim3 grid_over(const Job& job, int width) {
  const auto blocks = [](int cells, int threads) { return static_cast<unsigned>((cells + threads - 1) / threads); };
  return {blocks(width, job.block.x), min(blocks(job.rows.count(), job.block.y), 65535U)};
}

/// Calls `body.template operator()<T, Traced>()` for a precision and the job's tracing.
template <class Body>
void with_kernel_types(const Job& job, Precision precision, Body body) {
  with_precision(precision, [&]<class T>() {
    if (job.block_trace.records != nullptr) {
      body.template operator()<T, true>();
    } else {
      body.template operator()<T, false>();
    }
  });
}

inline constexpr std::string_view mapping_1d[] = {"1d"};
inline constexpr std::string_view mapping_2d[] = {"2d"};
inline constexpr std::string_view mapping_2d_1d[] = {"2d", "1d"};

}  // namespace heteroscope
