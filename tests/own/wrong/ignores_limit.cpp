// It ends each orbit at a count of its own.
#include "kernels/mandelbrot/own.hpp"
using namespace heteroscope::mandelbrot;

HETEROSCOPE_VARIANT(mandelbrot)

template <class T>
void compute(const Picture<T>& picture) {
  for (int y = picture.rows.begin; y < picture.rows.end; ++y) {
    for (int x = 0; x < picture.width; ++x) {
      const Complex<T> point = picture.point(x, y);
      const Complex<T> c = picture.c(point);
      Complex<T> z = picture.first(point);
      int k = 1;
      while (k < 100 && norm(z) < 4) {
        z = next(z, c);
        ++k;
      }
      picture.out(x, y) = picture.value(z, c, k);
    }
  }
}
