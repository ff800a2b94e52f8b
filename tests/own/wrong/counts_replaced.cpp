// It clears the counters, to which other calls may have added.
#include "kernels/histogram/own.hpp"
using namespace heteroscope::histogram;

HETEROSCOPE_VARIANT(histogram)

template <class T>
void compute(const Histogram<T>& histogram) {
  for (int k = 0; k < histogram.bins; ++k) histogram.counts[k] = 0;
  for (std::int64_t i = 0; i < histogram.count; ++i) ++histogram.counts[histogram.bin(i)];
}
