// Tiles by way of shared memory.
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
  for (int i = threadIdx.y * blockDim.x + threadIdx.x; i < 1024; i += blockDim.x * blockDim.y) {
    const int x = i % 32;
    const int y = i / 32;
    if (left + x < image.columns.end && top + y < image.height) tile[y][x] = image.in(left + x, top + y);
  }
  __syncthreads();
  for (int i = threadIdx.y * blockDim.x + threadIdx.x; i < 1024; i += blockDim.x * blockDim.y) {
    const int y = i % 32;
    const int x = i / 32;
    if (left + x < image.columns.end && top + y < image.height) image.out(top + y, left + x) = tile[y][x];
  }
}
