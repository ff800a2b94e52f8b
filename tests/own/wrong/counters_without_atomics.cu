// All threads count in the same counters without atomic additions.
#include "kernels/histogram/own.hpp"
using namespace heteroscope::histogram;

HETEROSCOPE_VARIANT(histogram)
HETEROSCOPE_BLOCK(256, 1)
HETEROSCOPE_GRID(ceil_div(cells, threads), 1)

template <class T>
__global__ void compute(const Histogram<T> histogram) {
  const auto i = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < histogram.count) ++histogram.counts[histogram.bin(i)];
}
