#pragma once

#include <algorithm>
#include <cstdint>

#include "core/base/ceil_div.hpp"

namespace heteroscope::histogram {

inline constexpr int threads_per_multiprocessor = 2048;

/// The number of blocks: at least as many as keep a block's 32-bit counters from overflowing, and no more than have
/// work.
inline unsigned blocks_for(std::int64_t values, std::int64_t wanted, std::int64_t values_per_round) {
  const std::int64_t least = values / (std::int64_t{1} << 31) + 1;
  const std::int64_t most = ceil_div(values, values_per_round);
  return static_cast<unsigned>(std::clamp(wanted, least, std::max(least, most)));
}

/// The number of blocks of so many threads that the device runs at a time.
inline std::int64_t resident_blocks(int multiprocessors, int threads) {
  return std::int64_t{multiprocessors} * std::max(1, threads_per_multiprocessor / threads);
}

}  // namespace heteroscope::histogram
