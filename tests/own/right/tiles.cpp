// Tiles whose side can be chosen.
#include "kernels/transpose/own.hpp"
using namespace heteroscope::transpose;

HETEROSCOPE_VARIANT(transpose)
HETEROSCOPE_TUNE(tile, 16, {8, 16, 24, 32})

template <class T>
void compute(const Transposition<T>& image) {
#pragma omp parallel for num_threads(image.threads) schedule(dynamic)
  for (int left = image.columns.begin; left < image.columns.end; left += tile) {
    const int right = left + tile < image.columns.end ? left + tile : image.columns.end;
    for (int top = 0; top < image.height; top += tile) {
      const int bottom = top + tile < image.height ? top + tile : image.height;
      for (int x = left; x < right; ++x) {
        for (int y = top; y < bottom; ++y) image.out(y, x) = image.in(x, y);
      }
    }
  }
}
