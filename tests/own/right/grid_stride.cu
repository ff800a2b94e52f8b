// A grid of one size walks over all cells.
#include "kernels/binarize/own.hpp"
using namespace heteroscope::binarize;

HETEROSCOPE_VARIANT(binarize, threshold)
HETEROSCOPE_BLOCK(256, 1)
HETEROSCOPE_GRID(multiprocessors * 4, 1)

template <class T>
__global__ void compute(const Threshold<T> image) {
  const std::int64_t cells = static_cast<std::int64_t>(image.width) * image.rows.count();
  const auto threads = static_cast<std::int64_t>(gridDim.x) * blockDim.x;
  for (auto i = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < cells; i += threads) {
    const int x = static_cast<int>(i % image.width);
    const int y = image.rows.begin + static_cast<int>(i / image.width);
    image.out(x, y) = image.value(x, y);
  }
}
