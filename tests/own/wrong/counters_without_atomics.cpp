// All threads count in the same counters without atomic additions.
#include "kernels/histogram/own.hpp"
using namespace heteroscope::histogram;

HETEROSCOPE_VARIANT(histogram)

template <class T>
void compute(const Histogram<T>& histogram) {
#pragma omp parallel for num_threads(histogram.threads) schedule(static, 1)
  for (std::int64_t i = 0; i < histogram.count; ++i) {
    volatile unsigned long long& counter = histogram.counts[histogram.bin(i)];
    counter = counter + 1;
  }
}
