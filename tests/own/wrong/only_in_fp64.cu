// In fp64 it goes by way of fp32.
#include "kernels/transpose/own.hpp"
using namespace heteroscope::transpose;

HETEROSCOPE_VARIANT(transpose)

template <class T>
__global__ void compute(const Transposition<T> image) {
  const int x = image.columns.begin + blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < image.columns.end && y < image.height) image.out(y, x) = static_cast<float>(image.in(x, y));
}
