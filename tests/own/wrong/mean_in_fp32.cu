// It compares with the mean as fp32 has it.
#include "kernels/binarize/own.hpp"
using namespace heteroscope::binarize;

HETEROSCOPE_VARIANT(binarize, threshold)

template <class T>
__global__ void compute(const Threshold<T> image) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = image.rows.begin + blockIdx.y * blockDim.y + threadIdx.y;
  const auto mean = static_cast<float>(image.mean);
  if (x < image.width && y < image.rows.end) image.out(x, y) = binarized(image.in(x, y), mean);
}
