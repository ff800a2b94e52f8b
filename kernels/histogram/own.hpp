#pragma once

#include "core/own/variant.hpp"
#include "kernels/histogram/bins.hpp"

namespace heteroscope::histogram {

/// The arguments of a kernel of one's own for histogram: values, each of which belongs to one of `bins` bins, and a
/// counter for each bin.
template <class T>
struct Histogram {
  const T* in_data;            ///< the values, one after the other
  std::int64_t count;          ///< how many there are
  unsigned long long* counts;  ///< the counters, to which to add; they hold 0, or what earlier launches have counted
  int bins;                    ///< how many there are: at most most_bins
  Binning binning;             ///< Binning::range: intervals of equal width; Binning::modulo: ⌊value⌋ modulo `bins`
  RangeBins<T> in_range;       ///< the bins of Binning::range
  MaskBins<T> by_mask;         ///< the bins of Binning::modulo where `bins` is a power of two
  ModuloBins<T> by_modulo;     ///< the bins of Binning::modulo elsewhere
  int threads;                 ///< of the CPU, that a function may use

  /// The bin of the i-th value, from 0 to `bins` − 1.
  HETEROSCOPE_HD int bin(std::int64_t i) const { return bin_of(in_data[i]); }
  HETEROSCOPE_HD int bin_of(T value) const {
    if (binning == Binning::range) return in_range(value);
    return (bins & (bins - 1)) == 0 ? by_mask(value) : by_modulo(value);
  }
};

}  // namespace heteroscope::histogram
