#pragma once

#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <iterator>

#include "core/numbers/splitmix.hpp"

namespace heteroscope {

/// Pseudorandom draws that are the same with every compiler and library: SplitMix64 (Steele, Lea, Flood: Fast
/// splittable pseudorandom number generators, 2014).
class Dice {
 public:
  /// The `index`-th of the generators that belong to a seed.
  Dice(std::uint64_t seed, std::uint64_t index)
      : state_(splitmix(splitmix(seed + splitmix_step) + index * splitmix_step)) {}

  std::uint64_t bits() { return splitmix(state_ += splitmix_step); }
  /// From `low` to `high`, both included.
  std::int64_t whole(std::int64_t low, std::int64_t high) {
    const auto span = static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low) + 1;
    return low + static_cast<std::int64_t>(span == 0 ? bits() : bits() % span);
  }
  int whole_int(int low, int high) { return static_cast<int>(whole(low, high)); }
  /// From 0 to below 1.
  double unit() { return static_cast<double>(bits() >> 11) * 0x1p-53; }
  double real(double low, double high) { return low + (high - low) * unit(); }
  /// Between two positive numbers, each order of magnitude as often as the others.
  double logarithmic(double low, double high) { return low * std::exp(unit() * std::log(high / low)); }
  bool chance(double probability) { return unit() < probability; }

  template <class Range>
  const auto& one_of(const Range& range) {
    return *std::next(std::begin(range), whole(0, std::ssize(range) - 1));
  }
  template <class T>
  T one_of(std::initializer_list<T> range) {
    return *(range.begin() + whole(0, static_cast<std::int64_t>(range.size()) - 1));
  }

 private:
  std::uint64_t state_;
};

/// A whole number from a range: its ends, powers of two and multiples of 16 with the numbers beside them, small ones,
/// any.
std::int64_t corner_number(Dice& dice, std::int64_t low, std::int64_t high);

}  // namespace heteroscope
