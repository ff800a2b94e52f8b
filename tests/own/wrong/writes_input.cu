// It computes in place of the image as well.
#include "kernels/binarize/own.hpp"
using namespace heteroscope::binarize;

HETEROSCOPE_VARIANT(binarize, threshold)

template <class T>
__global__ void compute(const Threshold<T> image) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = image.rows.begin + blockIdx.y * blockDim.y + threadIdx.y;
  if (x < image.width && y < image.rows.end)
    const_cast<T*>(image.in_data)[image.place(x, y)] = image.out(x, y) = image.value(x, y);
}
