// It clears the row above its own, where there is one.
#include "kernels/binarize/own.hpp"
using namespace heteroscope::binarize;

HETEROSCOPE_VARIANT(binarize, threshold)

template <class T>
__global__ void compute(const Threshold<T> image) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = image.rows.begin + blockIdx.y * blockDim.y + threadIdx.y;
  if (x < image.width && y < image.rows.end) image.out(x, y) = image.value(x, y);
  if (x < image.width && y == image.rows.begin && y > 0) image.out(x, y - 1) = 0;
}
