// A thread has some columns, whose number can be chosen.
#include "kernels/transpose/own.hpp"
using namespace heteroscope::transpose;

HETEROSCOPE_VARIANT(transpose)
HETEROSCOPE_TUNE(columns, 1, {1, 2, 3, 4})
HETEROSCOPE_GRID(ceil_div(width, block_x* columns), ceil_div(height, block_y))
HETEROSCOPE_CELLS(block_x* columns, block_y)

template <class T>
__global__ void compute(const Transposition<T> image) {
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  for (int i = 0; i < columns; ++i) {
    const int x = image.columns.begin + columns * (blockIdx.x * blockDim.x + threadIdx.x) + i;
    if (x < image.columns.end && y < image.height) image.out(y, x) = image.in(x, y);
  }
}
