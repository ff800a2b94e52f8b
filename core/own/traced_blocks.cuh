#pragma once

#include "core/own/traced_blocks.hpp"
#include "core/trace/span_timer.cuh"

namespace heteroscope {

/// The cells of the block that asks, beyond the pass's first one.
__device__ inline Cells traced_cells(const TracedBlocks& of) {
  const std::int64_t x = of.transposed ? blockIdx.y : blockIdx.x;
  const std::int64_t y = of.transposed ? blockIdx.x : blockIdx.y;
  return rectangle(of.width, x * of.columns, y * of.rows, of.columns, of.rows);
}

}  // namespace heteroscope
