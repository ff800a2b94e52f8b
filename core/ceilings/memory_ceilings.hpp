#pragma once

#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

#include "core/types/rates.hpp"

namespace heteroscope {

/// Rates measured in one set of bytes, again and again: a copy from one half of it to the other, a fill of all of it.
struct MemoryCeiling {
  int threads = 0;  ///< of the CPU, at most; 0: the GPU
  std::size_t set_bytes = 0;
  MemoryRates rates;
};

/// The size of the set that work which touches so many bytes is held against. Sizes are a quarter of a doubling apart;
/// it is the nearest one that is not larger, so that where the work's bytes fit in a cache the set's do, too. Work on
/// more than `largest` bytes, which is more than any cache holds, is held against that.
std::size_t ceiling_set(double bytes, std::size_t largest);

/// The ceilings of one processor, each measured when it is first asked for and then kept.
class MemoryCeilings {
 public:
  using Measure = std::function<MemoryRates(int threads, std::size_t set_bytes)>;
  MemoryCeilings(std::size_t largest, Measure measure) : largest_(largest), measure_(std::move(measure)) {}

  /// The one for work of so many threads that touches so many bytes. Several threads may leave the work to one, which
  /// is faster in small sets: its rates count where they are higher.
  const MemoryCeiling& of(int threads, double bytes);
  /// The one for work that no cache helps.
  const MemoryCeiling& of_memory(int threads);
  /// How many measurements these two take for so many threads and bytes, beside those that are known.
  [[nodiscard]] int missing(int threads, double bytes) const;
  /// The ceilings that have been measured so far, in the order of measuring.
  [[nodiscard]] const std::vector<MemoryCeiling>& measured() const { return measured_; }

 private:
  std::size_t largest_;
  Measure measure_;
  std::vector<MemoryCeiling> measured_;
};

}  // namespace heteroscope
