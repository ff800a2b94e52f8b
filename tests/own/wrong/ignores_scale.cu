// It leaves out the factor, which is 1 unless values are so large that their sum could overflow.
#include "kernels/binarize/own.hpp"
using namespace heteroscope::binarize;

HETEROSCOPE_VARIANT(binarize, mean)
HETEROSCOPE_BLOCK(256, 1)
HETEROSCOPE_GRID(min(ceil_div(cells, threads), 1024), 1)

template <class T>
__global__ void compute(const Mean<T> mean) {
  double sum = 0;
  for (std::int64_t i = blockIdx.x * blockDim.x + threadIdx.x; i < mean.count; i += gridDim.x * blockDim.x)
    sum += mean.in_data[i];
  atomicAdd(mean.sum, sum);
}
