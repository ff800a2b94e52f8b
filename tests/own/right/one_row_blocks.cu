// Blocks of one row.
#include "kernels/transpose/own.hpp"
using namespace heteroscope::transpose;

HETEROSCOPE_VARIANT(transpose)
HETEROSCOPE_BLOCK(256, 1)
HETEROSCOPE_GRID(ceil_div(width, block_x), min(height, 65535))
HETEROSCOPE_CELLS(block_x, 1)

template <class T>
__global__ void compute(const Transposition<T> image) {
  const int x = image.columns.begin + blockIdx.x * blockDim.x + threadIdx.x;
  for (int y = blockIdx.y; y < image.height; y += gridDim.y) {
    if (x < image.columns.end) image.out(y, x) = image.in(x, y);
  }
}
