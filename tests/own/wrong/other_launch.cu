// A second kernel goes on where the first one has not written.
#include "kernels/binarize/own.hpp"
using namespace heteroscope::binarize;

HETEROSCOPE_VARIANT(binarize, threshold)
HETEROSCOPE_KERNELS(first, second)

template <class T>
__global__ void first(const Threshold<T> image) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = image.rows.begin + blockIdx.y * blockDim.y + threadIdx.y;
  if (x + 1 < image.width && y < image.rows.end) image.out(x, y) = image.value(x, y);
}

template <class T>
__global__ void second(const Threshold<T> image) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = image.rows.begin + blockIdx.y * blockDim.y + threadIdx.y;
  if (x < image.width && y < image.rows.end) image.out(x, y) = image.out(x, y) == T(0) ? T(0) : T(255);
}
