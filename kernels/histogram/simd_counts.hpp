#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "kernels/histogram/with_bins.hpp"

namespace heteroscope::histogram {

/// The counters of one thread of `simd`. Each bin has several counters that are used in turn, so that an increment need
/// not wait for the previous one if neighboring values are equal. They lie side by side, since two stores in one cycle
/// must go to the same cache line.
struct alignas(64) SimdCounts {
  static constexpr std::size_t parts = 4;
  /// The number of values before counters of 32 bits could overflow.
  static constexpr std::int64_t most_at_once = std::int64_t{1} << 31;

  std::array<std::array<std::uint32_t, parts>, most_bins> part{};
  std::array<std::uint64_t, most_bins> total{};
  std::int64_t values = 0;  ///< the number of values that `part` has counted

  /// To be called before `more` values are counted; empties the counters if they could overflow.
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
