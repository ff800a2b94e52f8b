#pragma once

#include "kernels/histogram/bins.hpp"

namespace heteroscope::histogram {

/// Calls `body(bins)` with the binning that the parameters ask for, for values of type T.
template <class T, class Body>
decltype(auto) with_bins(const Parameters& p, Body&& body) {
  if (p.binning == Binning::range) return body(RangeBins<T>(p));
  if ((p.bins & (p.bins - 1)) == 0) return body(MaskBins<T>(p));
  return body(ModuloBins<T>(p));
}

}  // namespace heteroscope::histogram
