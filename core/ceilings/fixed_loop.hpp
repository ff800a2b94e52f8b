#pragma once

#include <cstdint>
#include <string>

#include "core/base/host_device.hpp"

struct CUstream_st;

namespace heteroscope {

/// Work that always takes the same, whatever the caches and the memory do: so many turns of a generator of which each
/// needs the one before (Marsaglia, "Xorshift RNGs", Journal of Statistical Software 8(14), 2003). None: nothing at
/// all.
HETEROSCOPE_HD inline std::uint32_t fixed_loop(std::int64_t turns) {
  std::uint32_t x = 2463534242U;
  for (std::int64_t i = 0; i < turns; ++i) {
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
  }
  return x;
}

namespace device {

/// Launches it on one thread of the GPU in use. `to`: where its number goes, in the GPU's memory.
void launch_fixed_loop(std::int64_t turns, std::uint32_t* to, CUstream_st* stream);
/// Checks the loop's result; returns what is wrong, or an empty string.
std::string wrong_fixed_loop();

}  // namespace device

}  // namespace heteroscope
