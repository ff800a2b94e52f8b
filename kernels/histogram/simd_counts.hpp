#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "kernels/histogram/with_bins.hpp"

namespace heteroscope::histogram {

/// What one thread of `simd` has counted. A bin has several counters, used in turn: an increment then need not wait for
/// the one before it where neighbors are equal. They lie side by side, since two stores in a cycle must go to one line.
struct alignas(64) SimdCounts {
  static constexpr std::size_t parts = 4;
  static constexpr std::int64_t most_at_once = std::int64_t{1} << 31;  ///< values before 32 bits could overflow

  std::array<std::array<std::uint32_t, parts>, most_bins> part{};
  std::array<std::uint64_t, most_bins> total{};
  std::int64_t values = 0;  ///< in `part`

  /// To be called before `more` values are counted.
  void make_room(int more) {
    if (values + more > most_at_once) empty_parts();
    values += more;
  }
  void empty_parts() {
    for (std::size_t bin = 0; bin < part.size(); ++bin) {
      for (const std::uint32_t each : part[bin]) total[bin] += each;
      part[bin].fill(0);
    }
    values = 0;
  }
  void add_to(std::span<std::uint64_t> counts) {
    empty_parts();
    for (std::size_t bin = 0; bin < counts.size(); ++bin) counts[bin] += total[bin];
  }
};

}  // namespace heteroscope::histogram
