// It takes 0 for what lies outside of the image, whatever border is wanted.
#include "kernels/blur/own.hpp"
using namespace heteroscope::blur;

HETEROSCOPE_VARIANT(blur)

template <class T>
void compute(const Convolution<T>& blur) {
  for (int y = blur.rows.begin; y < blur.rows.end; ++y) {
    for (int x = 0; x < blur.width; ++x) {
      T sum = 0;
      for (int j = 0; j < blur.taps; ++j) {
        for (int i = 0; i < blur.taps; ++i) {
          const int column = x + i - blur.radius;
          const int row = y + j - blur.radius;
          const bool inside = column >= 0 && column < blur.width && row >= 0 && row < blur.height;
          sum = std::fma(blur.weight(i, j), inside ? blur.in(column, row) : T(0), sum);
        }
      }
      blur.out(x, y) = sum;
    }
  }
}
