#pragma once

#include <cstdint>
#include <string>
#include <type_traits>

#include "core/run/gpu/launch.cuh"
#include "kernels/histogram/blocks.hpp"
#include "kernels/histogram/with_bins.hpp"

namespace heteroscope::histogram {

/// 64-bit counters, in the type for which CUDA has atomic additions.
using Count = unsigned long long;
static_assert(sizeof(Count) == sizeof(std::uint64_t));

/// The values of a job's rows; they are contiguous, since rows follow each other without gaps.
template <class T>
struct Run {
  const T* values = nullptr;
  std::int64_t size = 0;
};

template <class T>
Run<T> run_of(const ReduceJob& job) {
  return {job.input.row<const T>(job.rows.begin), std::int64_t{job.rows.count()} * job.input.size.width};
}

inline Count* counts_of(const ReduceJob& job) {
  return static_cast<Count*>(job.partials);
}

/// Calls `body.template operator()<T, How>(bins)` with the type of the input's values, the job's tracing and its
/// binning.
template <class Body>
void with_kernel(const ReduceJob& job, Body body) {
  with_value_type(job.input.precision, [&]<class T>() {
    with_tracing(job, [&]<Tracing How>() {
      with_bins<T>(job.parameters_as<Parameters>(), [&](const auto& bins) { body.template operator()<T, How>(bins); });
    });
  });
}

/// The shared memory that a block can have where its kernel does not ask for more, in bytes.
inline constexpr std::size_t usual_shared_bytes = 48 << 10;

/// Why so many bins, each with so many bytes of a block's shared memory, are too many; empty if they are not. A block's
/// counters end at multiples of eight bins.
inline std::string beyond_shared(int bins, std::size_t bytes_a_bin, std::size_t shared_bytes) {
  const int most = static_cast<int>(shared_bytes / bytes_a_bin / 8) * 8;
  return bins <= most ? ""
                      : "bins: " + std::to_string(bins) + " is more than " + std::to_string(most) +
                            ", for which a block has shared memory";
}

/// Adds a block's counters to those of all blocks. A barrier must lie between the block's last increment and this.
__device__ inline void add_to_all(const std::uint32_t* of_block, int bins, Count* counts) {
  for (int bin = threadIdx.x; bin < bins; bin += blockDim.x) {
    if (of_block[bin] != 0) atomicAdd(counts + bin, Count{of_block[bin]});
  }
}

}  // namespace heteroscope::histogram
