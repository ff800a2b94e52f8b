// A thread computes two columns.
#include "kernels/binarize/own.hpp"
using namespace heteroscope::binarize;

HETEROSCOPE_VARIANT(binarize, threshold)
HETEROSCOPE_GRID(ceil_div(width, 2 * block_x), ceil_div(height, block_y))

template <class T>
__global__ void compute(const Threshold<T> image) {
  const int x = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
  const int y = image.rows.begin + blockIdx.y * blockDim.y + threadIdx.y;
  for (int i = x; i < x + 2; ++i) {
    if (i < image.width && y < image.rows.end) image.out(i, y) = image.value(i, y);
  }
}
