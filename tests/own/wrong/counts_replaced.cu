// It stores its counts, to which other launches may have added.
#include "kernels/histogram/own.hpp"
using namespace heteroscope::histogram;

HETEROSCOPE_VARIANT(histogram)
HETEROSCOPE_BLOCK(256, 1)
HETEROSCOPE_GRID(64, 1)

template <class T>
__global__ void compute(const Histogram<T> histogram) {
  const int bin = blockIdx.x * blockDim.x + threadIdx.x;
  if (bin >= histogram.bins) return;
  unsigned long long count = 0;
  for (std::int64_t i = 0; i < histogram.count; ++i) count += histogram.bin(i) == bin ? 1 : 0;
  histogram.counts[bin] = count;
}
