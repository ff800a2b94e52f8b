#pragma once

#include "core/trace/trace.hpp"

namespace heteroscope {

/// How evenly the units of a participant, multiprocessors or threads, were busy.
struct Load {
  int units = 0;         ///< that computed a span
  double busy = 0;       ///< share of the units' time from the first span's start to the last one's end
  double imbalance = 1;  ///< the busiest unit's time over the mean
  double span_ns = 0;    ///< from the first start to the last end
};

/// A unit is busy while it computes a span, or several.
Load load_of(const Trace& trace);

}  // namespace heteroscope
