#pragma once

#include "core/run/block_trace.hpp"

namespace heteroscope {

/// Records one block's life into a sink. With `On` false it is empty and costs nothing. Every thread of the block must
/// make it first and call `finish()` last, outside of any divergent branch.
template <bool On>
class BlockTracer {
 public:
  __device__ explicit BlockTracer(const BlockSink& sink) : sink_(sink) {
    if constexpr (On) start_ = now();
  }

  __device__ void finish() {
    if constexpr (On) {
      __syncthreads();
      if (threadIdx.x == 0 && threadIdx.y == 0) {
        const std::uint32_t slot = atomicAdd(sink_.used, 1U);
        if (slot < sink_.capacity) {
          const std::uint32_t block = sink_.first_block + blockIdx.y * gridDim.x + blockIdx.x;
          sink_.records[slot] = {block, sink_.launch, multiprocessor(), 0, start_, now()};
        }
      }
    }
  }

 private:
  __device__ static std::uint64_t now() {
    std::uint64_t ns = 0;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(ns));
    return ns;
  }
  __device__ static std::uint32_t multiprocessor() {
    std::uint32_t id = 0;
    asm volatile("mov.u32 %0, %%smid;" : "=r"(id));
    return id;
  }

  BlockSink sink_;
  std::uint64_t start_ = 0;
};

}  // namespace heteroscope
