// It counts on one thread.
#include "kernels/histogram/own.hpp"
using namespace heteroscope::histogram;

HETEROSCOPE_VARIANT(histogram)

template <class T>
void compute(const Histogram<T>& histogram) {
  for (std::int64_t i = 0; i < histogram.count; ++i) ++histogram.counts[histogram.bin(i)];
}
