// Its products and sums are rounded otherwise than the reference's.
#include "kernels/mandelbrot/own.hpp"
using namespace heteroscope::mandelbrot;

HETEROSCOPE_VARIANT(mandelbrot)

template <class T>
__global__ void compute(const Picture<T> picture) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = picture.rows.begin + blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= picture.width || y >= picture.rows.end) return;
  const Complex<T> point = picture.point(x, y);
  const Complex<T> c = picture.c(point);
  Complex<T> z = picture.first(point);
  int k = 1;
  while (k < picture.limit && norm(z) < 4) {
    const T re = z.re * z.re - z.im * z.im + c.re;
    z.im = T(2) * z.re * z.im + c.im;
    z.re = re;
    ++k;
  }
  picture.out(x, y) = picture.value(z, c, k);
}
