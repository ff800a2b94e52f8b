#pragma once

#include <cstdint>
#include <vector>

namespace heteroscope {

/// Where a frame's time went, in ms; each stage was measured by itself, so that with a split they overlap.
struct Timing {
  double gpu_compute = 0;  ///< device time, by events
  double cpu_compute = 0;  ///< steady clock, around the CPU's rows
  double copies = 0;       ///< between host and device, to where the result was wanted
  double merge = 0;        ///< bringing the two sides' rows together
  double summary = 0;      ///< minimum, maximum, sum of the result
  double display = 0;      ///< coloring and handing to the screen; filled in by the presenter
  double total = 0;        ///< steady clock, from the start of execute() to its end
  double input = 0;        ///< making the source and bringing it to the sides that read it; 0 when it was there already
  /// Compute times by stage; their sums are gpu_compute and cpu_compute.
  struct Side {
    double gpu = 0;
    double cpu = 0;
  };
  std::vector<Side> stages;
  std::int64_t steps = 0;  ///< that an iteration took in this frame
  int gpu_rows = 0;
  int cpu_rows = 0;
};

}  // namespace heteroscope
