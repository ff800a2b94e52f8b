#pragma once

#include <optional>

namespace heteroscope {

/// The times of a parallel region of OpenMP that does nothing: no variant that uses as many threads takes less.
struct RegionTimes {
  double ready_ms = 0;  ///< the threads wait for it, spinning, since the last region has just ended
  double woken_ms = 0;  ///< they sleep, since the last one ended some time ago
  /// A region of half as many threads came before. GCC's library then ends the others, and creates them anew. None:
  /// there are too few threads for that.
  std::optional<double> regrown_ms;
};

/// Measures regions of so many threads, which the calling thread begins; medians. Takes about a tenth of a second.
RegionTimes measure_parallel_regions(int threads);

}  // namespace heteroscope
