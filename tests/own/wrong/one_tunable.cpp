// With tiles of 24 columns it leaves out the last tile.
#include "kernels/transpose/own.hpp"
using namespace heteroscope::transpose;

HETEROSCOPE_VARIANT(transpose)
HETEROSCOPE_TUNE(tile, 16, {8, 16, 24, 32})

template <class T>
void compute(const Transposition<T>& image) {
  for (int begin = image.columns.begin; begin < image.columns.end; begin += tile) {
    const int end = begin + tile < image.columns.end ? begin + tile : image.columns.end;
    if (tile == 24 && end == image.columns.end) continue;
    for (int y = 0; y < image.height; ++y) {
      for (int x = begin; x < end; ++x) image.out(y, x) = image.in(x, y);
    }
  }
}
