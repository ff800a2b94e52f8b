#pragma once

#include "core/base/ceil_div.hpp"

namespace heteroscope {

/// Threads of a block that are numbered one after the other go together in warps (CUDA C++ Programming Guide, "SIMT
/// Architecture").
inline constexpr int lanes_of_a_warp = 32;

/// The number of warps in a block with so many threads.
constexpr int warps_of(int threads) {
  return ceil_div(threads, lanes_of_a_warp);
}

}  // namespace heteroscope
