#pragma once

#include <cstdint>

namespace heteroscope {

/// SplitMix64: the numbers splitmix(seed + k · splitmix_step), k = 1, 2, … (Steele, Lea and Flood, Fast splittable
/// pseudorandom number generators, OOPSLA 2014). The same on every machine.
inline constexpr std::uint64_t splitmix_step = 0x9e3779b97f4a7c15U;

constexpr std::uint64_t splitmix(std::uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
  return z ^ (z >> 31);
}

}  // namespace heteroscope
