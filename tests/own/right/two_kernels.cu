// Two kernels: one of the even columns, one of the odd ones.
#include "kernels/binarize/own.hpp"
using namespace heteroscope::binarize;

HETEROSCOPE_VARIANT(binarize, threshold)
HETEROSCOPE_KERNELS(even, odd)

template <class T>
__global__ void even(const Threshold<T> image) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = image.rows.begin + blockIdx.y * blockDim.y + threadIdx.y;
  if (x % 2 == 0 && x < image.width && y < image.rows.end) image.out(x, y) = image.value(x, y);
}

template <class T>
__global__ void odd(const Threshold<T> image) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = image.rows.begin + blockIdx.y * blockDim.y + threadIdx.y;
  if (x % 2 == 1 && x < image.width && y < image.rows.end) image.out(x, y) = image.value(x, y);
}
