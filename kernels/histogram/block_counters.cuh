#pragma once

#include <cstdint>
#include <limits>

#include "kernels/histogram/tiled_count.cuh"

namespace heteroscope::histogram {

/// The counters of 32 bits that all warps of a block share. The hardware adds the lanes of a warp that increment the
/// same counter in one step, so that equal values cost nothing extra. Values of other bins than the launch's are passed
/// over.
class BlockCounters {
 public:
  static constexpr int most_between = std::numeric_limits<int>::max();
  static constexpr int bytes_a_warp(int) { return 0; }

  __device__ explicit BlockCounters(const SharedWords& words)
      : of_block_(words.of_block), bins_(words.bins), first_bin_(words.first_bin) {}

  __device__ void add(int first, int second) {
    add_to_block(first);
    add_to_block(second);
  }
  __device__ void add_to_block(int bin) {
    const auto at = static_cast<unsigned>(bin - first_bin_);
    if (at < static_cast<unsigned>(bins_)) atomicAdd(of_block_ + at, 1U);
  }
  __device__ void empty() {}

 private:
  std::uint32_t* of_block_;
  int bins_;
  int first_bin_;
};

}  // namespace heteroscope::histogram
