// It takes for granted that a block has 32 columns of threads.
#include "kernels/transpose/own.hpp"
using namespace heteroscope::transpose;

HETEROSCOPE_VARIANT(transpose)

template <class T>
__global__ void compute(const Transposition<T> image) {
  const int x = image.columns.begin + blockIdx.x * 32 + threadIdx.x % 32;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < image.columns.end && y < image.height) image.out(y, x) = image.in(x, y);
}
