// Each thread counts in counters of its own.
#include "kernels/histogram/own.hpp"

#include <vector>

using namespace heteroscope::histogram;

HETEROSCOPE_VARIANT(histogram)

template <class T>
void compute(const Histogram<T>& histogram) {
#pragma omp parallel num_threads(histogram.threads)
  {
    std::vector<unsigned long long> own(static_cast<std::size_t>(histogram.bins));
#pragma omp for schedule(static)
    for (std::int64_t i = 0; i < histogram.count; ++i) ++own[static_cast<std::size_t>(histogram.bin(i))];
#pragma omp critical
    for (int k = 0; k < histogram.bins; ++k) histogram.counts[k] += own[static_cast<std::size_t>(k)];
  }
}
