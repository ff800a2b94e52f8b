// Each thread adds its values, and then to the sum.
#include "kernels/binarize/own.hpp"
using namespace heteroscope::binarize;

HETEROSCOPE_VARIANT(binarize, mean)
HETEROSCOPE_BLOCK(256, 1)
HETEROSCOPE_GRID(multiprocessors, 1)

template <class T>
__global__ void compute(const Mean<T> mean) {
  const auto threads = static_cast<std::int64_t>(gridDim.x) * blockDim.x;
  double sum = 0;
  for (auto i = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < mean.count; i += threads)
    sum += mean.term(i);
  atomicAdd(mean.sum, sum);
}
