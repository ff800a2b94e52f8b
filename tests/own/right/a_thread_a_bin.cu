// A thread counts the values of its bins.
#include "kernels/histogram/own.hpp"
using namespace heteroscope::histogram;

HETEROSCOPE_VARIANT(histogram)
HETEROSCOPE_BLOCK(64, 1)
HETEROSCOPE_GRID(16, 1)

template <class T>
__global__ void compute(const Histogram<T> histogram) {
  for (int bin = blockIdx.x * blockDim.x + threadIdx.x; bin < histogram.bins; bin += gridDim.x * blockDim.x) {
    unsigned long long count = 0;
    for (std::int64_t i = 0; i < histogram.count; ++i) count += histogram.bin(i) == bin ? 1 : 0;
    histogram.counts[bin] += count;
  }
}
