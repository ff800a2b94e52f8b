// Line by line of the mask.
#include "kernels/blur/own.hpp"
using namespace heteroscope::blur;

HETEROSCOPE_VARIANT(blur)

template <class T>
void compute(const Convolution<T>& blur) {
#pragma omp parallel for num_threads(blur.threads) schedule(static)
  for (int y = blur.rows.begin; y < blur.rows.end; ++y) {
    for (int x = 0; x < blur.width; ++x) {
      T sum = 0;
      for (int j = 0; j < blur.taps; ++j) sum = blur.add_row(sum, x, y, j);
      blur.out(x, y) = sum;
    }
  }
}
