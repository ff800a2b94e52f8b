// All threads add to the sum without an atomic addition.
#include "kernels/binarize/own.hpp"
using namespace heteroscope::binarize;

HETEROSCOPE_VARIANT(binarize, mean)
HETEROSCOPE_BLOCK(256, 1)
HETEROSCOPE_GRID(ceil_div(cells, threads), 1)

template <class T>
__global__ void compute(const Mean<T> mean) {
  const auto i = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < mean.count) *mean.sum += mean.term(i);
}
