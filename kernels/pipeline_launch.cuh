#pragma once

#include <algorithm>
#include <cstddef>

#include "core/base/ceil_div.hpp"
#include "core/device/device.hpp"
#include "core/model/variant.hpp"
#include "core/run/gpu/launch.cuh"

/// What the variants cuda_pipeline have in common: blocks of a thread a column walk down strips of columns, and rows
/// are copied to shared memory some stages ahead of them.
namespace heteroscope::pipeline {

inline constexpr int stage_counts[] = {1, 2, 3, 4, 6, 8};
inline constexpr int most_stages = 8;  // more groups of copies than that a thread cannot wait for one by one
static_assert(std::ranges::max(stage_counts) == most_stages);
inline constexpr Tunable tunables[] = {
    {.id = "stages",
     .label = "Stages",
     .help = "How many rows ahead cuda_pipeline copies to shared memory. More rows hide the latency of memory with few "
             "warps, but take shared memory, so that fewer blocks fit.",
     .values = stage_counts,
     .initial = 4}};

/// A launch of such blocks: a column of blocks for each strip.
struct Walk {
  dim3 blocks;
  int rows_each;   ///< the rows of the result that a block computes; the last block of a strip may have fewer
  SpanSink trace;  ///< its spans are rectangle()
};

/// Returns the launch that covers the rows of a pass with no more blocks than the device runs at a time, as far as each
/// then has `least_rows` rows or more. A block has `strip` threads and so many bytes of shared memory.
template <class Kernel>
Walk walk_over(const Job& job, const PassShape& pass, Kernel kernel, int strip, std::size_t shared_bytes,
               int least_rows) {
  const int at_a_time = device::blocks_at_a_time(reinterpret_cast<const void*>(kernel), strip, shared_bytes);
  const int strips = ceil_div(pass.space.width, strip);
  const int rows = pass.region.rows.count();
  const int rows_each = std::max(least_rows, ceil_div(rows, std::max(at_a_time / strips, 1)));
  const dim3 blocks(static_cast<unsigned>(strips), static_cast<unsigned>(ceil_div(rows, rows_each)));
  return {.blocks = blocks,
          .rows_each = rows_each,
          .trace = traced(
              job, pass, {.columns = blocks.x, .rows = blocks.y},
              {.run = static_cast<std::uint64_t>(strip), .stride = static_cast<std::uint64_t>(pass.space.width)})};
}

}  // namespace heteroscope::pipeline
