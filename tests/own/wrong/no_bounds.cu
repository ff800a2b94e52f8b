// It computes a cell for each thread of the grid, also beyond the image.
#include "kernels/binarize/own.hpp"
using namespace heteroscope::binarize;

HETEROSCOPE_VARIANT(binarize, threshold)

template <class T>
__global__ void compute(const Threshold<T> image) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = image.rows.begin + blockIdx.y * blockDim.y + threadIdx.y;
  image.out(x, y) = image.value(x, y);
}
