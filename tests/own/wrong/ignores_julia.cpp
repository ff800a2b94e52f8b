// It computes the Mandelbrot set where a Julia set is wanted.
#include "kernels/mandelbrot/own.hpp"
using namespace heteroscope::mandelbrot;

HETEROSCOPE_VARIANT(mandelbrot)

template <class T>
void compute(const Picture<T>& picture) {
  for (int y = picture.rows.begin; y < picture.rows.end; ++y) {
    for (int x = 0; x < picture.width; ++x) {
      const Complex<T> c = picture.point(x, y);
      Complex<T> z{};
      int k = 1;
      while (k < picture.limit && norm(z) < 4) {
        z = next(z, c);
        ++k;
      }
      picture.out(x, y) = picture.value(z, c, k);
    }
  }
}
