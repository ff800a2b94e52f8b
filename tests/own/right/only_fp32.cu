// A kernel of fp32 alone.
#include "kernels/transpose/own.hpp"
using namespace heteroscope::transpose;

HETEROSCOPE_VARIANT(transpose)

__global__ void compute(const Transposition<float> image) {
  const int x = image.columns.begin + blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < image.columns.end && y < image.height) image.out(y, x) = image.in(x, y);
}
