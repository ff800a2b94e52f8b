// Threads read what others write into the tile, and do not wait for them.
#include "kernels/transpose/own.hpp"
using namespace heteroscope::transpose;

HETEROSCOPE_VARIANT(transpose)
HETEROSCOPE_BLOCK(32, 8)
HETEROSCOPE_GRID(ceil_div(width, 32), ceil_div(height, 32))

template <class T>
__global__ void compute(const Transposition<T> image) {
  __shared__ T tile[32][33];
  const int left = image.columns.begin + blockIdx.x * 32;
  const int top = blockIdx.y * 32;
  for (int y = threadIdx.y; y < 32; y += blockDim.y) {
    if (left + static_cast<int>(threadIdx.x) < image.columns.end && top + y < image.height)
      tile[y][threadIdx.x] = image.in(left + threadIdx.x, top + y);
  }
  for (int x = threadIdx.y; x < 32; x += blockDim.y) {
    if (left + x < image.columns.end && top + static_cast<int>(threadIdx.x) < image.height)
      image.out(top + threadIdx.x, left + x) = tile[threadIdx.x][x];
  }
}
