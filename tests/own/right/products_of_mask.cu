// Weight by weight of the mask.
#include "kernels/blur/own.hpp"
using namespace heteroscope::blur;

HETEROSCOPE_VARIANT(blur)

template <class T>
__global__ void compute(const Convolution<T> blur) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blur.rows.begin + blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= blur.width || y >= blur.rows.end) return;
  T sum = 0;
  for (int j = 0; j < blur.taps; ++j) {
    const auto row = blur.row(y + j - blur.radius, x - blur.radius);
    for (int i = 0; i < blur.taps; ++i) sum = std::fma(blur.weight(i, j), row[i], sum);
  }
  blur.out(x, y) = sum;
}
