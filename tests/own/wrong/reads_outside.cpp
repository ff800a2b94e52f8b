// It reads beyond the image, where border=zero would have zeros, and takes what lies there.
#include "kernels/blur/own.hpp"
using namespace heteroscope::blur;

HETEROSCOPE_VARIANT(blur)

template <class T>
void compute(const Convolution<T>& blur) {
  for (int y = blur.rows.begin; y < blur.rows.end; ++y) {
    for (int x = 0; x < blur.width; ++x) {
      T sum = 0;
      for (int j = 0; j < blur.taps; ++j) {
        const bool above = y + j < blur.radius && x + blur.radius < blur.width && x >= blur.radius;
        if (!above) {
          sum = blur.add_row(sum, x, y, j);
          continue;
        }
        const T* const row = blur.in_data + static_cast<std::ptrdiff_t>(y + j - blur.radius) * blur.width + x;
        for (int i = 0; i < blur.taps; ++i) sum = std::fma(blur.weight(i, j), row[i - blur.radius], sum);
      }
      blur.out(x, y) = sum;
    }
  }
}
