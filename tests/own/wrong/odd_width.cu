// A thread computes two columns: where a row has an odd number, the last one is missing.
#include "kernels/binarize/own.hpp"
using namespace heteroscope::binarize;

HETEROSCOPE_VARIANT(binarize, threshold)

template <class T>
__global__ void compute(const Threshold<T> image) {
  const int x = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
  const int y = image.rows.begin + blockIdx.y * blockDim.y + threadIdx.y;
  if (x + 1 >= image.width || y >= image.rows.end) return;
  image.out(x, y) = image.value(x, y);
  image.out(x + 1, y) = image.value(x + 1, y);
}
