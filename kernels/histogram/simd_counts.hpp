#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "kernels/histogram/thread_memory.hpp"

namespace heteroscope::histogram {

/// The counters of one thread of `simd`. Each bin has several counters that are used in turn, so that an increment need
/// not wait for the previous one if neighboring values are equal. They lie side by side, since two stores in one cycle
/// must go to the same cache line.
struct SimdCounts {
  static constexpr std::size_t parts = 4;
  using Parts = std::array<std::uint32_t, parts>;
  /// The number of values before counters of 32 bits could overflow.
  static constexpr std::int64_t most_at_once = std::int64_t{1} << 31;

  std::span<Parts> part;           ///< by bin
  std::span<std::uint64_t> total;  ///< by bin
  std::int64_t values = 0;         ///< the number of values that `part` has counted

  SimdCounts(std::byte* memory, int bins)
      : part(zeros_in<Parts>(memory, bins)),
        total(zeros_in<std::uint64_t>(memory + whole_lines(part.size_bytes()), bins)) {}
  static std::size_t bytes(int bins) {
    const auto count = static_cast<std::size_t>(bins);
    return whole_lines(count * sizeof(Parts)) + whole_lines(count * sizeof(std::uint64_t));
  }

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
