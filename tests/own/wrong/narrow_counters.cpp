// Each thread counts in 16 bits, which a large picture of one color overflows.
#include <cstdint>
#include <vector>

#include "kernels/histogram/own.hpp"

using namespace heteroscope::histogram;

HETEROSCOPE_VARIANT(histogram)

template <class T>
void count_up(const Histogram<T>& pixels) {
#pragma omp parallel num_threads(pixels.threads)
  {
    std::vector<std::uint16_t> counts(pixels.bins);
#pragma omp for schedule(static)
    for (std::int64_t i = 0; i < pixels.count; ++i) ++counts[pixels.bin(i)];
#pragma omp critical
    for (int bin = 0; bin < pixels.bins; ++bin) pixels.counts[bin] += counts[bin];
  }
}
