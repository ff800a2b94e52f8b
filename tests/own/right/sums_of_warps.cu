// A warp adds its values by shuffles, and one thread of it adds to the sum.
#include "kernels/binarize/own.hpp"
using namespace heteroscope::binarize;

HETEROSCOPE_VARIANT(binarize, mean)
HETEROSCOPE_BLOCK(256, 1)
HETEROSCOPE_GRID(ceil_div(cells, threads), 1)

template <class T>
__global__ void compute(const Mean<T> mean) {
  const auto i = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  double sum = i < mean.count ? mean.term(i) : 0;
  for (int step = 16; step > 0; step /= 2) sum += __shfl_down_sync(0xffffffff, sum, step);
  if (threadIdx.x % 32 == 0) atomicAdd(mean.sum, sum);
}
